import { useLingui } from "@lingui/react/macro";
import { LinkIcon, MailCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { mail } from "../../src/contract/mail.ts";
import { call } from "../call.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { LanguageSelect } from "../ui/LanguageSelect.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { errorText } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import css from "./Security.module.css";

/** Where the link leads that confirms an e-mail address; what confirms it stands behind its #. */
export default function ConfirmEmailPage() {
  const { t } = useLingui();
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  usePageTitle(t`Confirmar o e-mail`);
  const confirm = () => {
    setFailure(undefined);
    call(mail.confirm, { token: location.hash.slice(1) }).then((answer) => setEmail(answer.email), setFailure);
  };
  useEffect(confirm, []);
  return (
    <main className={css.page}>
      <div className={css.step}>
        {failure ? <NotConfirmed error={failure} onRetry={confirm} /> : email !== undefined
          ? (
            <Empty
              heading="h1"
              icon={MailCheck}
              title={t`E-mail confirmado`}
              text={t`O endereço ${email} é seu. Obrigado!`}
              action={<Onwards label={t`Entrar`} />}
            />
          )
          : <Skeleton width="100%" height={240} />}
        <LanguageSelect className={css.language} />
      </div>
    </main>
  );
}

function NotConfirmed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  // 400: what stands behind the # is no such thing.
  const isOver = error instanceof CallError && [400, 404].includes(error.status);
  if (!isOver) return <Failed heading="h1" title={t`A página não veio`} error={error} onRetry={onRetry} />;
  return (
    <Empty
      heading="h1"
      icon={LinkIcon}
      title={t`Este link não vale mais`}
      text={errorText(new CallError("ERR_NO_EMAIL_CONFIRMATION_FOUND", 404))}
      action={<Onwards label={t`Voltar ao login`} />}
    />
  );
}

function Onwards({ label }: { label: string }) {
  const [, go] = useLocation();
  return <Button variant="secondary" onClick={() => go("/login")}>{label}</Button>;
}
