import { Trans, useLingui } from "@lingui/react/macro";
import { LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { security, type SetUp } from "../../src/contract/security.ts";
import { call } from "../call.ts";
import { logout } from "../log_out.ts";
import { reloadMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Failed } from "../ui/Empty.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SecretAndCode, useSetUpForm } from "./SecretAndCode.tsx";
import css from "./Security.module.css";

/** The company demands a second factor of whoever has none: it is set up here, before anything else. */
export default function OwedPage() {
  const { t } = useLingui();
  const [begun, setBegun] = useState<SetUp>();
  const [failure, setFailure] = useState<unknown>();
  const [codes, setCodes] = useState<readonly string[]>();
  usePageTitle(t`Verificação em duas etapas`);
  const begin = () => {
    setFailure(undefined);
    // Perhaps the company has changed its mind meanwhile; then this page goes.
    reloadMe().then(() => call(security.setUp)).then(setBegun, setFailure);
  };
  useEffect(begin, []);
  return (
    <main className={css.page}>
      <div className={css.step}>
        <h1>
          <Trans>Verificação em duas etapas</Trans>
        </h1>
        {codes
          ? (
            <>
              <RecoveryCodes codes={codes} />
              <Button variant="primary" size="large" onClick={() => reloadMe().catch(showError)}>
                <Trans>Guardei os códigos</Trans>
              </Button>
            </>
          )
          : (
            <>
              <p>
                <Trans>A sua empresa pede um código do celular além da senha. Configure o seu para continuar.</Trans>
              </p>
              {begun
                ? <SetUpForm begun={begun} onDone={setCodes} />
                : failure
                ? <Failed title={t`Isto não veio`} error={failure} onRetry={begin} />
                : <Skeleton width="100%" height={320} />}
              <Button icon={LogOut} onClick={logout}>
                <Trans>Sair</Trans>
              </Button>
            </>
          )}
      </div>
    </main>
  );
}

function SetUpForm({ begun, onDone }: { begun: SetUp; onDone: (codes: readonly string[]) => void }) {
  const form = useSetUpForm(begun, onDone);
  return (
    <form {...form.props} className={css.fields}>
      <SecretAndCode begun={begun} code={form.text("code")} />
      <Button type="submit" variant="primary" size="large" busy={form.busy}>
        <Trans>Ativar</Trans>
      </Button>
    </form>
  );
}
