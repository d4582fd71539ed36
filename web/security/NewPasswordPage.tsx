import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { LinkIcon } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import * as z from "zod/mini";
import { type LinkedPerson, passwordLinks } from "../../src/contract/password_links.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { LanguageSelect } from "../ui/LanguageSelect.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { errorText } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { CallError } from "../request.ts";
import { PASSWORD_FAULTS } from "./faults.ts";
import { RuledFields } from "./PasswordFields.tsx";
import css from "./Security.module.css";

const Fields = z.object({ password: z.string().check(z.minLength(1), z.maxLength(200)) });

/** Where an address leads that somebody was given to choose a password by; what lets in stands behind its #. */
export default function NewPasswordPage() {
  // Another address in the same tab, and the browser loads nothing anew.
  const token = useSyncExternalStore(listen, () => location.hash.slice(1));
  return <NewPassword key={token} token={token} />;
}

function listen(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

function NewPassword({ token }: { token: string }) {
  const { t } = useLingui();
  const [person, setPerson] = useState<LinkedPerson>();
  const [failure, setFailure] = useState<unknown>();
  usePageTitle(t`Escolher a senha`);
  const ask = () => {
    setFailure(undefined);
    call(passwordLinks.show, { token }).then(setPerson, setFailure);
  };
  useEffect(ask, []);
  return (
    <main className={css.page}>
      <div className={css.step}>
        {failure
          ? <NoLink error={failure} onRetry={ask} />
          : person
          ? <PasswordForm token={token} person={person} onFailure={setFailure} />
          : <Skeleton width="100%" height={240} />}
        <LanguageSelect className={css.language} />
      </div>
    </main>
  );
}

interface PasswordFormProps {
  token: string;
  person: LinkedPerson;
  onFailure: (error: CallError) => void;
}

function PasswordForm({ token, person: { name, email, company, rule }, onFailure }: PasswordFormProps) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const form = useForm(Fields, {
    start: { password: "" },
    words: { too_short: msg`Muito curto`, ...PASSWORD_FAULTS },
    submit: async ({ password }) => {
      await call(passwordLinks.use, { token, password });
      toast.success(t`Senha salva. Entre com ela.`);
      go("/login", { replace: true });
    },
    refused: (error) => {
      if (error.code !== "ERR_NO_PASSWORD_LINK_FOUND") return false;
      onFailure(error);
      return true;
    },
  });
  return (
    <form {...form.props} className={css.step}>
      <h1>
        <Trans>Escolher a senha</Trans>
      </h1>
      <p>
        <Trans>Para {name}, de {company}. O login é o e-mail {email}.</Trans>
      </p>
      {/* For whoever keeps passwords: whose it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <RuledFields isNew autoFocus rule={rule} words={[name, email, company]} field={form.text("password")} />
      <Button type="submit" variant="primary" size="large" busy={form.busy}>
        <Trans>Salvar a senha</Trans>
      </Button>
    </form>
  );
}

function NoLink({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const [, go] = useLocation();
  // 400: what stands behind the # is no such thing.
  const isOver = error instanceof CallError && [400, 404].includes(error.status);
  if (!isOver) return <Failed heading="h1" title={t`A página não veio`} error={error} onRetry={onRetry} />;
  return (
    <Empty
      heading="h1"
      icon={LinkIcon}
      title={t`Este link não vale mais`}
      text={errorText(new CallError("ERR_NO_PASSWORD_LINK_FOUND", 404))}
      action={
        <Button variant="secondary" onClick={() => go("/login")}>
          <Trans>Voltar ao login</Trans>
        </Button>
      }
    />
  );
}
