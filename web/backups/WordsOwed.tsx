import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { PasswordForm } from "../../src/contract/security.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import { wordsAgain } from "./makeWords.ts";
import css from "./Backups.module.css";

/** The words were shown once and never asked back: whoever left the page there sees them again, by their password. */
export function WordsOwed({ onWords }: { onWords: (words: string[]) => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <p className={css.note}>
      <Trans>Ninguém confirmou ter anotado as palavras de recuperação. Sem elas, os backups não se abrem.</Trans>
      <Button variant="primary" onClick={() => setAsking(true)}>
        <Trans>Ver as palavras</Trans>
      </Button>
      {isAsking && (
        <AskPassword
          onCancel={() => setAsking(false)}
          onPassword={async (password) => {
            const words = await wordsAgain(password);
            setAsking(false);
            onWords(words);
          }}
        />
      )}
    </p>
  );
}

interface AskPasswordProps {
  onCancel: () => void;
  onPassword: (password: string) => Promise<void>;
}

/** The screen may have been left open. */
function AskPassword({ onCancel, onPassword }: AskPasswordProps) {
  const { t } = useLingui();
  const form = useForm(PasswordForm, {
    start: { currentPassword: "" },
    delay: 0,
    words: { wrong: msg`Não confere` },
    submit: ({ currentPassword }) => onPassword(currentPassword),
  });
  return (
    <Dialog
      title={t`Confirme com a sua senha`}
      width={440}
      onClose={onCancel}
      form={form.props}
      bodyClassName={css.form}
      foot={
        <FormFoot onCancel={onCancel} busy={form.busy}>
          <Trans>Ver as palavras</Trans>
        </FormFoot>
      }
    >
      <TextField
        label={t`Senha atual`}
        type="password"
        autoComplete="current-password"
        {...form.text("currentPassword")}
      />
    </Dialog>
  );
}
