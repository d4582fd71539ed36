import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copyText.ts";
import { Dialog } from "../ui/Dialog.tsx";
import css from "./ApiPage.module.css";

interface SecretDialogProps {
  title: string;
  label: string;
  secret: string;
  /** That it is shown only now. */
  text: string;
  onClose: () => void;
}

/** What is shown once: to be copied before the dialog is closed. */
export function SecretDialog({ title, label, secret, text, onClose }: SecretDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          <Trans>Já copiei</Trans>
        </Button>
      }
    >
      <p>{text}</p>
      <div className={css.shown}>
        <code aria-label={label} role="textbox" aria-readonly tabIndex={0}>{secret}</code>
        <Button variant="secondary" icon={Copy} onClick={() => void copyText(secret)}>
          {t`Copiar`}
        </Button>
      </div>
    </Dialog>
  );
}
