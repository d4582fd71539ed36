import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { type FormEvent, Suspense, useRef, useState } from "react";
import { NoteText } from "../../../src/contract/note_text.ts";
import { NO_QUEUE_COLOR, type QueueRef } from "../../../src/contract/queues.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { type Attendant, users } from "../../../src/contract/users.ts";
import { call } from "../../call.ts";
import { Lookup } from "../../list/Lookup.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { queuesAtom } from "../choices.ts";
import { keptNote, transfer } from "../../inbox/moves.ts";
import css from "./TicketDialog.module.css";

/** Gives a ticket to a colleague, to a queue, or to a colleague in a queue (spec 1 §2.13). */
export default function TransferDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useLingui();
  const form = useTransfer(ticket, onClose);
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={t`Transferir atendimento`}
      onClose={close}
      form={{ ref: form.ref, onSubmit: form.submit }}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>OK</Trans>
        </FormFoot>
      }
    >
      <Now ticket={ticket} />
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
function useTransfer(ticket: Ticket, onDone: () => void) {
  const [user, setUser] = useState<Attendant | null>(null);
  const [queueId, setQueueId] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState(() => keptNote(ticket));
  const [isShort, setShort] = useState(false);
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const [noteBefore] = useState(note);

  const chooseQueue = (id: string) => {
    setQueueId(id);
    setMissing(false);
  };
  const choose = (chosen: Attendant | null) => {
    setUser(chosen);
    if (chosen) setQueueId(queueFor(chosen, ticket));
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
    await transfer(ticket, { queueId: Number(queueId), userId: user?.id ?? null, note: note.trim() });
    onDone();
  };

  const isChanged = user !== null || queueId !== "" || note !== noteBefore;
  return { ref, user, queueId, isMissing, note, isShort, busy, isChanged, chooseQueue, choose, write, submit };
}

/** Where the ticket is before it goes. */
function Now({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const queueName = <b>{ticket.queue?.name ?? t`Sem fila`}</b>;
  const userName = <b>{ticket.user?.name}</b>;
  const owner = ticket.user ? <Trans>com {userName}</Trans> : <Trans>sem atendente</Trans>;
  return (
    <p className={css.now}>
      <Dot hue={ticket.queue?.color ?? NO_QUEUE_COLOR} />
      <span>
        <Trans>Agora em {queueName}, {owner}</Trans>
      </span>
    </p>
  );
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

/** Stays in its queue if the colleague serves it; else goes to their only one. */
function queueFor({ queues }: Attendant, { queueId }: Ticket): string {
  const stays = queues.some(({ id }) => id === queueId);
  return stays ? String(queueId) : queues.length === 1 ? String(queues[0]!.id) : "";
}
