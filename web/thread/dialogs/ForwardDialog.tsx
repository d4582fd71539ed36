import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { getDefaultStore } from "jotai";
import { useState } from "react";
import type { Contact } from "../../../src/contract/contacts.ts";
import { type Message, messages, MOST_RECEIVERS } from "../../../src/contract/messages.ts";
import { call, CallError } from "../../call.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { errorText, showError } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";
import { ContactChoice } from "../../tickets/choice/ContactChoice.tsx";
import { noteMessage } from "../follow.ts";
import { deskAtom } from "../../inbox/desk.ts";
import { latestContacts } from "../../inbox/list.ts";
import { previewOf } from "../../inbox/preview.ts";
import { signatureOf } from "../../composer/signature.ts";
import css from "./ForwardDialog.module.css";

/** Sends a message on to several contacts; those who could not be written to stay chosen, with the reason. */
export default function ForwardDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  const [refused, setRefused] = useState<readonly { contactId: number; error: string }[]>([]);
  const [isBusy, setBusy] = useState(false);
  // As they stood when it was opened: rows that move under the finger are the wrong ones.
  const [latest] = useState(() => latestContacts(getDefaultStore().get(deskAtom)));
  const { icon: Icon, text } = previewOf(message.kind, message.body.slice(signatureOf(message.body).length));
  const send = async () => {
    setBusy(true);
    try {
      const answer = await call(messages.forward, { id: message.id, contactIds: chosen.map(({ id }) => id) });
      answer.sent.forEach(noteMessage);
      if (answer.sent.length) {
        toast.success(
          t`${plural(answer.sent.length, { one: "Encaminhada a # contato.", other: "Encaminhada a # contatos." })}`,
        );
      }
      if (answer.refused.length === 0) return onClose();
      setRefused(answer.refused);
      setChosen((now) => now.filter(({ id }) => answer.refused.some(({ contactId }) => contactId === id)));
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={t`Encaminhar mensagem`}
      onClose={onClose}
      foot={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button variant="primary" busy={isBusy} disabled={chosen.length === 0} onClick={send}>
            <Trans>Encaminhar</Trans>
          </Button>
        </>
      }
    >
      <p className={css.what}>
        {Icon && <Icon size={16} aria-hidden />}
        <span>{text}</span>
      </p>
      {refused.length > 0 && (
        <ul className={css.refused} role="alert">
          {refused.map(({ contactId, error }) => {
            const name = chosen.find(({ id }) => id === contactId)?.name;
            return name && <li key={contactId}>{name}: {errorText(new CallError(error, 0))}</li>;
          })}
        </ul>
      )}
      <ContactChoice chosen={chosen} onChosen={setChosen} most={MOST_RECEIVERS} first={latest} />
    </Dialog>
  );
}
