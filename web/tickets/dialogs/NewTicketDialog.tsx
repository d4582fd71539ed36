import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { UserPlus } from "lucide-react";
import { type FormEvent, Suspense, useRef, useState } from "react";
import { type Contact, contacts } from "../../../src/contract/contacts.ts";
import { call } from "../../call.ts";
import { Lookup } from "../../list/Lookup.tsx";
import { connectionAtom } from "../../live.ts";
import { useMe } from "../../session.ts";
import { reachText } from "../../ui/reach.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { lazyDialog } from "../../ui/lazyDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { create } from "../../inbox/moves.ts";
import { focusComposer } from "../../composer/reply.ts";
import css from "./TicketDialog.module.css";

const ContactDialog = lazyDialog(() => import("../contact/ContactDialog.tsx"));

interface NewTicketDialogProps {
  contact: Contact | null;
  hint?: string | undefined;
  onClose: () => void;
}

/** For whom and in which queue, until the ticket is there. */
function useNewTicket({ contact, onClose }: NewTicketDialogProps) {
  const { queues, profile } = useMe();
  const [chosen, setChosen] = useState(contact);
  const [queueId, setQueueId] = useState(queues.length === 1 ? String(queues[0]!.id) : "");
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const queueField = useRef<HTMLButtonElement>(null);
  const [queueBefore] = useState(queueId);
  const isChanged = chosen?.id !== contact?.id || queueId !== queueBefore;
  const close = useUnsaved(isChanged, onClose, { isBusy: busy });
  const isAdmin = profile === "admin";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || busy) return;
    if (!queueId && !isAdmin) {
      setMissing(true);
      return queueField.current?.focus();
    }
    setBusy(true);
    const isDone = await create({ contactId: chosen.id, queueId: queueId ? Number(queueId) : null });
    setBusy(false);
    if (!isDone) return;
    onClose();
    focusComposer();
  };
  const chooseQueue = (text: string) => {
    setQueueId(text);
    setMissing(false);
  };
  return { queues, isAdmin, chosen, setChosen, queueId, chooseQueue, queueField, isMissing, busy, close, submit };
}

/** Opens a ticket for a contact, in one of the person's own queues (spec 1 §2.12). */
export default function NewTicketDialog(props: NewTicketDialogProps) {
  const { contact, hint } = props;
  const { t } = useLingui();
  const { queues, isAdmin, chosen, setChosen, queueId, chooseQueue, queueField, isMissing, busy, close, submit } =
    useNewTicket(props);
  const connection = useAtomValue(connectionAtom), isOffline = connection === "reconnecting";
  const [adding, setAdding] = useState<string>();
  const name = contact && nameOf(contact);

  return (
    <>
      <Dialog
        title={contact && chosen?.id === contact.id ? t`Novo atendimento com ${name}` : t`Novo atendimento`}
        onClose={close}
        form={{ onSubmit: submit }}
        bodyClassName={css.fields}
        foot={
          <FormFoot onCancel={close} busy={busy} disabled={!chosen || isOffline}>
            <Trans>OK</Trans>
          </FormFoot>
        }
      >
        {isOffline && (
          <p className={css.now} role="status">
            <Trans>Sem conexão: um atendimento novo só pode ser aberto quando ela voltar.</Trans>
          </p>
        )}
        {hint && <p className={css.now}>{hint}</p>}
        <ContactLookup value={chosen} onValue={setChosen} onAdd={setAdding} />
        <Select
          ref={queueField}
          label={t`Fila`}
          placeholder={isAdmin ? t`Sem fila` : t`Selecione uma fila`}
          options={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={queueId}
          submits
          onText={chooseQueue}
          error={isMissing ? t`Selecione uma fila` : undefined}
        />
      </Dialog>
      {adding !== undefined && (
        <Suspense>
          <ContactDialog typed={adding} onSaved={setChosen} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface ContactLookupProps {
  value: Contact | null;
  onValue: (chosen: Contact | null) => void;
  /** Somebody who is not known yet is to be added, as they were typed. */
  onAdd: (typed: string) => void;
}

function ContactLookup({ value, onValue, onAdd }: ContactLookupProps) {
  const { t } = useLingui();
  return (
    <Lookup
      label={t`Contato`}
      placeholder={t`Nome ou número`}
      autoFocus
      value={value}
      onValue={onValue}
      ask={async (searchParam) => (await call(contacts.list, { searchParam, pageNumber: 1 })).contacts}
      nameOf={nameOf}
      none={(typed) => (
        <p className={css.none} role="status">
          <Trans>Nada encontrado</Trans>
          <Button size="small" icon={UserPlus} onClick={() => onAdd(typed)}>
            <Trans>Adicionar contato</Trans>
          </Button>
        </p>
      )}
    >
      {(one) => (
        <>
          <Avatar id={one.id} name={one.name} src={one.profilePicUrl} size={28} />
          <span className={css.found}>
            <b>{one.name}</b>
            <small>{reachText(one)}</small>
          </span>
        </>
      )}
    </Lookup>
  );
}

function nameOf(contact: Contact): string {
  return contact.name || reachText(contact);
}
