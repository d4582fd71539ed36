import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { type FormEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { NoteText } from "../../../src/contract/note_text.ts";
import type { QueueRef } from "../../../src/contract/queues.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { type Attendant, users } from "../../../src/contract/users.ts";
import { call } from "../../call.ts";
import { Lookup } from "../../list/Lookup.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { queuesAtom } from "../choices.ts";
import type { Handover } from "../../inbox/moves.ts";
import css from "./TicketDialog.module.css";

interface TransferFormProps {
  title: string;
  tickets: readonly Ticket[];
  /** What stands in its note at first. */
  note?: string;
  /** Answers `false` when nothing came of it, so that what was written stays. */
  onTransfer: (to: Handover) => Promise<void | boolean>;
  onClose: () => void;
  /** What is said above the fields. */
  children?: ReactNode;
}

/** Where tickets are to go, and what who takes over should know. */
export function TransferForm(props: TransferFormProps) {
  const { title, onClose, children } = props;
  const { t } = useLingui();
  const form = useTransfer(props);
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={title}
      onClose={close}
      form={{ ref: form.ref, onSubmit: form.submit }}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>OK</Trans>
        </FormFoot>
      }
    >
      {children}
      <ColleagueLookup value={form.user} onValue={form.choose} />
      <Suspense fallback={<Select label={t`Fila`} options={[]} disabled />}>
        <QueueSelect
          user={form.user}
          value={form.queueId}
          error={form.isMissing ? t`Selecione uma fila` : undefined}
          onText={form.chooseQueue}
        />
      </Suspense>
      <TextArea
        label={t`Observação para quem recebe`}
        hint={t`Opcional. Fica guardada nas observações do contato.`}
        rows={3}
        maxLength={2000}
        value={form.note}
        error={form.isShort ? t`Muito curto` : undefined}
        onText={form.write}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.ref.current?.requestSubmit();
        }}
      />
    </Dialog>
  );
}

/** What is chosen and written until the ticket goes. */
function useTransfer({ tickets, note: noteBefore = "", onTransfer, onClose }: TransferFormProps) {
  const [user, setUser] = useState<Attendant | null>(null);
  const [queueId, setQueueId] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState(noteBefore);
  const [isShort, setShort] = useState(false);
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);

  const chooseQueue = (id: string) => {
    setQueueId(id);
    setMissing(false);
  };
  const choose = (chosen: Attendant | null) => {
    setUser(chosen);
    if (chosen) setQueueId(queueFor(chosen, tickets));
    setMissing(false);
  };
  const write = (text: string) => {
    setNote(text);
    setShort(false);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!queueId) {
      setMissing(true);
      return ref.current?.querySelector<HTMLElement>("[aria-haspopup=listbox]")?.focus();
    }
    if (note.trim() && !NoteText.safeParse(note).success) {
      setShort(true);
      return ref.current?.querySelector("textarea")?.focus();
    }
    setBusy(true);
    const is = await onTransfer({ queueId: Number(queueId), userId: user?.id ?? null, note: note.trim() });
    setBusy(false);
    if (is !== false) onClose();
  };

  const isChanged = user !== null || queueId !== "" || note !== noteBefore;
  return { ref, user, queueId, isMissing, note, isShort, busy, isChanged, chooseQueue, choose, write, submit };
}

interface ColleagueLookupProps {
  value: Attendant | null;
  onValue: (chosen: Attendant | null) => void;
}

function ColleagueLookup({ value, onValue }: ColleagueLookupProps) {
  const { t } = useLingui();
  return (
    <Lookup
      label={t`Atendente`}
      hint={t`Sem atendente, o atendimento espera na fila por quem o aceitar.`}
      placeholder={t`Nome do colega`}
      autoFocus
      value={value}
      onValue={onValue}
      ask={async (searchParam) => (await call(users.search, { searchParam, pageNumber: 1 })).users}
      nameOf={({ name }) => name}
    >
      {(one) => (
        <>
          <Avatar id={one.id} name={one.name} size={28} />
          <span className={css.found}>
            <b>{one.name}</b>
            <small>{one.queues.map(({ name }) => name).join(", ") || t`Sem fila`}</small>
          </span>
        </>
      )}
    </Lookup>
  );
}

interface QueueSelectProps {
  user: Attendant | null;
  value: string;
  error: string | undefined;
  onText: (text: string) => void;
}

/** The queues that the chosen colleague serves: in another one the ticket would be lost to them. */
function QueueSelect({ user, ...field }: QueueSelectProps) {
  const { t } = useLingui();
  const all = useAtomValue(queuesAtom);
  const options: readonly QueueRef[] = user?.queues ?? all;
  return (
    <Select
      {...field}
      label={t`Fila`}
      placeholder={t`Selecione uma fila`}
      submits
      options={options.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

/** They stay in their queue if the colleague serves it; else they go to their only one. */
function queueFor({ queues }: Attendant, tickets: readonly Ticket[]): string {
  const [queueId, ...others] = new Set(tickets.map((ticket) => ticket.queueId));
  const stays = others.length === 0 && queues.some(({ id }) => id === queueId);
  return stays ? String(queueId) : queues.length === 1 ? String(queues[0]!.id) : "";
}
