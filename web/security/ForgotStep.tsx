import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { Email } from "../../src/contract/fields.ts";
import type { MailLanguage } from "../../src/contract/mail.ts";
import { passwordLinks } from "../../src/contract/password_links.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { errorText } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import css from "./Security.module.css";

const Fields = z.object({ email: Email });

/** Sends whoever forgot their password a link by e-mail. Nobody learns here who has an account. */
export default function ForgotStep({ email, onBack }: { email: string; onBack: () => void }) {
  const { t, i18n } = useLingui();
  const [isSent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const form = useForm(Fields, {
    start: { email },
    delay: 0,
    submit: async (typed) => {
      setRefusal(undefined);
      await call(passwordLinks.forgot, { ...typed, language: i18n.locale as MailLanguage });
      setSent(true);
    },
    refused: (error) => {
      if (error.code !== "ERR_TOO_MANY_REQUESTS") return false;
      setRefusal(errorText(error));
      form.focus("email");
      return true;
    },
  });
  const field = form.text("email");
  return (
    <form {...form.props} className={css.step}>
      <h2>
        <Trans>Esqueci minha senha</Trans>
      </h2>
      {isSent
        ? (
          <p role="status">
            <Trans>
              Se alguém entra com{" "}
              {form.values.email ?? ""}, o link chega nos próximos minutos. Ele vale uma vez, por uma hora. Não chegou?
              Veja no spam, ou peça um link a um administrador da sua empresa.
            </Trans>
          </p>
        )
        : (
          <>
            <p>
              <Trans>Enviamos um link para você escolher outra senha.</Trans>
            </p>
            <TextField
              label={t`E-mail`}
              type="email"
              size="large"
              autoComplete="username"
              autoFocus
              {...field}
              onText={(text) => (setRefusal(undefined), field.onText(text))}
              error={field.error ?? refusal}
            />
            <Button type="submit" variant="primary" size="large" busy={form.busy}>
              <Trans>Enviar o link</Trans>
            </Button>
          </>
        )}
      <Button autoFocus={isSent} onClick={onBack}>
        <Trans>Voltar</Trans>
      </Button>
    </form>
  );
}
