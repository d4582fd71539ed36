import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LoginForm } from "../../src/contract/access.ts";
import { login } from "../session.ts";
import { BrandMark } from "../ui/BrandMark.tsx";
import { Button } from "../ui/Button.tsx";
import { LanguageSelect } from "../ui/LanguageSelect.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { errorText } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { ThemeSegments } from "../ui/ThemeSegments.tsx";
import { useForm } from "../ui/useForm.ts";
import { Glance } from "./Glance.tsx";
import css from "./LoginPage.module.css";

/** Refusals that are about what was typed or who it is; the rest is a toast. */
const ABOUT_THE_LOGIN = [
  "ERR_INVALID_CREDENTIALS",
  "ERR_SUBSCRIPTION_EXPIRED",
  "ERR_COMPANY_BLOCKED",
  "ERR_TOO_MANY_REQUESTS",
  "ERR_NOTHING_SET_UP",
  "ERR_FOREIGN_ORIGIN",
];

export default function LoginPage() {
  const { t } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  usePageTitle(t`Entrar`);
  const form = useForm(LoginForm, {
    start: {},
    delay: 0,
    submit: async (typed) => {
      setRefusal(undefined);
      await login(typed);
    },
    refused: (error) => {
      if (!ABOUT_THE_LOGIN.includes(error.code)) return false;
      setRefusal(errorText(error));
      form.focus("password");
      return true;
    },
  });
  const password = form.text("password");

  return (
    <div className={css.login}>
      <main className={css.side}>
        <p className={css.brand}>
          <BrandMark />
          Balcão
        </p>
        <form {...form.props} className={css.form}>
          <h1>
            <Trans>Entrar</Trans>
          </h1>
          <p>
            <Trans>Use o e-mail que a sua empresa cadastrou.</Trans>
          </p>
          <TextField
            label={t`E-mail`}
            type="email"
            size="large"
            autoComplete="username"
            autoFocus
            {...form.text("email")}
          />
          <TextField
            label={t`Senha`}
            type="password"
            size="large"
            autoComplete="current-password"
            {...password}
            onText={(text) => (setRefusal(undefined), password.onText(text))}
            error={password.error ?? refusal}
          />
          <Button type="submit" variant="primary" size="large" busy={form.busy}>
            <Trans>Entrar</Trans>
          </Button>
        </form>
        <footer className={css.foot}>
          <LanguageSelect className={css.language} />
          <ThemeSegments withIcons />
        </footer>
      </main>
      <Glance />
    </div>
  );
}
