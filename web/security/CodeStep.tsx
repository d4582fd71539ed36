import { Trans, useLingui } from "@lingui/react/macro";
import { CodeForm, security } from "../../src/contract/security.ts";
import { call, type CallError } from "../call.ts";
import { begin } from "../log_in.ts";
import { CLOSED } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { errorText } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import { useState } from "react";
import css from "./Security.module.css";

interface CodeStepProps {
  challenge: string;
  /** To the e-mail and the password; with what is to be said there. */
  onBack: (said?: string) => void;
  /** The company is closed to this person, or open to its bills only. */
  onClosed: (error: CallError) => void;
}

/** The second step of a login: the code that the phone shows, or a recovery code. */
export default function CodeStep({ challenge, onBack, onClosed }: CodeStepProps) {
  const { t } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm(CodeForm, {
    start: { code: "" },
    delay: 0,
    submit: async ({ code }) => {
      setRefusal(undefined);
      begin(await call(security.login, { challenge, code }));
    },
    refused: (error) => {
      // The five minutes are over, or the password is another by now.
      if (CLOSED.includes(error.code)) {
        onClosed(error);
        return true;
      }
      if (error.code === "ERR_SESSION_EXPIRED") onBack(errorText(error));
      else if (["ERR_WRONG_CODE", "ERR_TOO_MANY_REQUESTS"].includes(error.code)) setRefusal(errorText(error));
      else return false;
      form.focus("code");
      return true;
    },
  });
  const code = form.text("code");
  return (
    <form {...form.props} className={css.step}>
      <h2>
        <Trans>Verificação em duas etapas</Trans>
      </h2>
      <TextField
        label={t`Código`}
        size="large"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        hint={t`Os 6 dígitos do aplicativo autenticador, ou um código de recuperação.`}
        {...code}
        onText={(text) => (setRefusal(undefined), code.onText(text))}
        error={code.error ?? refusal}
      />
      <Button type="submit" variant="primary" size="large" busy={form.busy}>
        <Trans>Entrar</Trans>
      </Button>
      <Button onClick={() => onBack()}>
        <Trans>Voltar</Trans>
      </Button>
      <p className={css.secret}>
        <Trans>Perdeu o celular e os códigos? Um administrador da sua empresa desativa a verificação para você.</Trans>
      </p>
    </form>
  );
}
