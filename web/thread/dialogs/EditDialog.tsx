import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LONGEST_TEXT, type Message, messages } from "../../../src/contract/messages.ts";
import { call } from "../../call.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { errorText } from "../../ui/showError.ts";
import { TextArea } from "../../ui/TextArea.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { noteMessage } from "../follow.ts";
import { signatureOf } from "../../composer/signature.ts";

/** Changes an own text; the signature above it stays. */
export default function EditDialog({ message, onClose, onSave = saveMessage }: {
  message: Message;
  onClose: () => void;
  /** Where it is said that is no ticket. */
  onSave?: (id: number, body: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const signature = signatureOf(message.body);
  const [text, setText] = useState(message.body.slice(signature.length));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const typed = text.trim();
  const close = useUnsaved(text !== message.body.slice(signature.length), onClose, { isBusy });
  const save = async () => {
    if (!typed || isBusy) return;
    setBusy(true);
    try {
      await onSave(message.id, signature + typed);
      onClose();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t`Editar mensagem`}
      onClose={close}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          void save();
        },
      }}
      foot={
        <FormFoot onCancel={close} busy={isBusy} disabled={!typed}>
          <Trans>Salvar</Trans>
        </FormFoot>
      }
    >
      <TextArea
        label={t`Mensagem`}
        rows={4}
        maxLength={LONGEST_TEXT - signature.length}
        value={text}
        error={error === undefined ? undefined : errorText(error)}
        onText={setText}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void save();
        }}
      />
    </Dialog>
  );
}

async function saveMessage(id: number, body: string): Promise<void> {
  noteMessage(await call(messages.edit, { id, body }));
}
