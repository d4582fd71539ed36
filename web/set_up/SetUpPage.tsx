import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, LinkIcon } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { setUp } from "../../src/contract/set_up.ts";
import { call, CallError } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { errorText } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { isUnset } from "../unset.ts";
import { SetUpFrame } from "./SetUpFrame.tsx";
import { Wizard } from "./Wizard.tsx";
import { forgetTyped } from "./typed.ts";
import css from "./SetUp.module.css";

/** Where the address leads that the program prints on an empty folder; what lets in stands behind its #. */
export default function SetUpPage() {
  // Another address in the same tab, and the browser loads nothing anew.
  const secret = useSyncExternalStore(listen, () => location.hash.slice(1));
  return <SetUp key={secret} secret={secret} />;
}

function listen(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** Whoever comes without a secret is told whether there is anything to set up; the server is not asked. */
function withoutSecret(): CallError {
  return isUnset() ? new CallError("ERR_NO_SET_UP_FOUND", 404) : new CallError("ERR_SET_UP_DONE", 409);
}

function SetUp({ secret }: { secret: string }) {
  const { t } = useLingui();
  const [expiresAt, setExpiresAt] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  usePageTitle(t`Primeiros minutos`);
  const ask = () => {
    if (!/^[\w-]{43}$/.test(secret)) return setFailure(withoutSecret());
    setFailure(undefined);
    call(setUp.show, { secret }).then(({ expiresAt }) => setExpiresAt(expiresAt), setFailure);
  };
  useEffect(ask, []);
  if (!failure && expiresAt) return <Wizard secret={secret} expiresAt={expiresAt} onFailure={setFailure} />;
  return (
    <SetUpFrame>
      <div className={css.form}>
        {failure ? <NotNow error={failure} onRetry={ask} /> : <Skeleton width="100%" height={320} />}
      </div>
    </SetUpFrame>
  );
}

/** Why nothing can be set up by this address. */
function NotNow({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const code = error instanceof CallError ? error.code : undefined;
  useEffect(() => void (code === "ERR_SET_UP_DONE" && forgetTyped()), [code]);
  if (code === "ERR_SET_UP_DONE") {
    return (
      <Empty
        heading="h1"
        icon={CircleCheck}
        title={t`Tudo pronto por aqui`}
        text={`${
          errorText(error)
        } ${t`As palavras dos backups, se ainda não foram anotadas, estão em Configurações › Provedor.`}`}
        action={
          <Button variant="primary" onClick={() => go("/login")}>
            <Trans>Ir para o login</Trans>
          </Button>
        }
      />
    );
  }
  if (code === "ERR_NO_SET_UP_FOUND") {
    return <Empty heading="h1" icon={LinkIcon} title={t`Este endereço não vale`} text={errorText(error)} />;
  }
  return <Failed heading="h1" title={t`A página não veio`} error={error} onRetry={onRetry} />;
}
