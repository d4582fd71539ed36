import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { LoginForm } from "../../src/contract/access.ts";
import type { AuthReason } from "../../src/contract/events.ts";
import { useBrand } from "../brand.ts";
import type { CallError } from "../call.ts";
import { withPageTexts } from "../i18n/i18n.ts";
import { CLOSED, type LeftWhy, sessionAtom } from "../session.ts";
import { login } from "../log_in.ts";
import { Button } from "../ui/Button.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { lazy } from "../ui/part.ts";
import { errorText } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { isUnset } from "../unset.ts";
import { useForm } from "../ui/useForm.ts";
import { LoginFrame } from "./LoginFrame.tsx";
import { PasskeyLogin } from "./PasskeyLogin.tsx";
import css from "./LoginPage.module.css";

/** Refusals that are about what was typed or who it is; the rest is a toast. */
const ABOUT_THE_LOGIN = [
  "ERR_INVALID_CREDENTIALS",
  "ERR_TOO_MANY_REQUESTS",
  "ERR_NOTHING_SET_UP",
  "ERR_FOREIGN_ORIGIN",
];

const CodeStep = lazy(() => withPageTexts(import("../security/CodeStep.tsx")));
const ForgotStep = lazy(() => withPageTexts(import("../security/ForgotStep.tsx")));
const NotSetUp = lazy(() => withPageTexts(import("../security/NotSetUp.tsx")));
const ClosedCompany = lazy(() => withPageTexts(import("../security/ClosedCompany.tsx")));

/** Why a login session ended, for whom it took by surprise. */
const ENDED: Record<AuthReason | "acting", MessageDescriptor> = {
  acting: msg`O acesso como administrador terminou. Entre de novo com a sua conta.`,
  password: msg`A senha foi trocada. Entre de novo com a nova.`,
  secondFactor: msg`A verificação em duas etapas mudou. Entre de novo.`,
  ended: msg`Este acesso foi encerrado de outro aparelho. Entre de novo.`,
};

/** What stands in the place of e-mail and password. */
type Instead = { challenge: string } | { closed: CallError } | { forgotten: string };

export default function LoginPage() {
  return isUnset()
    ? (
      <LoginFrame>
        <div className={css.form}>
          <Suspense>
            <NotSetUp />
          </Suspense>
        </div>
      </LoginFrame>
    )
    : <Login />;
}

function Login() {
  const { t } = useLingui();
  const { form, refusal, setRefusal, instead, setInstead } = useLogin();
  const back = (said?: string) => {
    setInstead(undefined);
    setRefusal(said);
  };
  usePageTitle(t`Entrar`);
  return (
    <LoginFrame>
      {instead
        ? (
          <div className={css.form}>
            <Suspense>
              {"closed" in instead
                ? <ClosedCompany error={instead.closed} onBack={() => back()} />
                : "forgotten" in instead
                ? <ForgotStep email={instead.forgotten} onBack={() => back()} />
                : (
                  <CodeStep
                    challenge={instead.challenge}
                    onBack={back}
                    onClosed={(closed) => setInstead({ closed })}
                  />
                )}
            </Suspense>
          </div>
        )
        : (
          <EmailAndPassword
            form={form}
            refusal={refusal}
            onTyped={() => setRefusal(undefined)}
            onForgotten={(forgotten) => setInstead({ forgotten })}
            onClosed={(closed) => setInstead({ closed })}
          />
        )}
    </LoginFrame>
  );
}

/** What is typed stays while something else stands in its place. */
function useLogin() {
  const why = useWhy();
  const [refusal, setRefusal] = useState<string>();
  const [instead, setInstead] = useState<Instead | undefined>(
    why === undefined || typeof why === "string" ? undefined : { closed: why },
  );
  const form = useForm(LoginForm, {
    start: {},
    delay: 0,
    submit: async (typed) => {
      setRefusal(undefined);
      await login(typed);
    },
    refused: (error) => {
      const other = insteadOf(error);
      if (other) setInstead(other);
      else if (ABOUT_THE_LOGIN.includes(error.code)) {
        setRefusal(errorText(error));
        form.focus("password");
      } else return false;
      return true;
    },
  });
  return { form, refusal, setRefusal, instead, setInstead };
}

/** Why somebody is logged out, if there is a reason to tell. */
function useWhy(): LeftWhy | undefined {
  const session = useAtomValue(sessionAtom);
  return session.state === "out" ? session.why : undefined;
}

function insteadOf(error: CallError): Instead | undefined {
  const { challenge } = (error.detail ?? {}) as { challenge?: string };
  if (error.code === "ERR_SECOND_FACTOR" && challenge) return { challenge };
  if (CLOSED.includes(error.code)) return { closed: error };
}

/** A link by e-mail, or, where none are sent, whoever leads the company hands one over. */
function Forgotten({ onMail }: { onMail: () => void }) {
  const { hasMail } = useBrand();
  const [isAsked, setAsked] = useState(false);
  return isAsked
    ? (
      <p role="status" className={css.forgotten}>
        <Trans>Peça a um administrador da sua empresa um link de senha. Ele o cria em Usuários.</Trans>
      </p>
    )
    : (
      <Button size="small" onClick={() => hasMail ? onMail() : setAsked(true)}>
        <Trans>Esqueci minha senha</Trans>
      </Button>
    );
}

/** Where strangers may sign up. */
function SignUpLink() {
  const { signUp } = useBrand();
  return signUp && (
    <p className={css.forgotten}>
      <Trans>
        Ainda não tem conta? <Link href="/signup">Cadastre a sua empresa</Link>
      </Trans>
    </p>
  );
}

function EmailAndPassword({ form, refusal, onTyped, onForgotten, onClosed }: {
  form: ReturnType<typeof useLogin>["form"];
  refusal?: string;
  onTyped: () => void;
  onClosed: (error: CallError) => void;
  onForgotten: (email: string) => void;
}) {
  const { t, i18n } = useLingui();
  const why = useWhy();
  const password = form.text("password");
  return (
    <form {...form.props} className={css.form}>
      <h1>
        <Trans>Entrar</Trans>
      </h1>
      <p role={typeof why === "string" ? "status" : undefined}>
        {typeof why === "string" ? i18n._(ENDED[why]) : <Trans>Use o e-mail que a sua empresa cadastrou.</Trans>}
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
        onText={(text) => (onTyped(), password.onText(text))}
        error={password.error ?? refusal}
      />
      <Button type="submit" variant="primary" size="large" busy={form.busy}>
        <Trans>Entrar</Trans>
      </Button>
      <PasskeyLogin onClosed={onClosed} />
      <Forgotten onMail={() => onForgotten(form.values.email ?? "")} />
      <SignUpLink />
    </form>
  );
}
