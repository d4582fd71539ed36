import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { type Passkey, type Security, security, type SetUp } from "../../src/contract/security.ts";
import { call } from "../call.ts";
import { useSetting } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useDates } from "../ui/useDates.ts";
import { ConfirmEmailSection } from "./ConfirmEmail.tsx";
import { LoginSessions } from "./LoginSessions.tsx";
import { dropPasskey, makePasskey } from "./passkeys.ts";
import { Passkeys } from "./Passkeys.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { RecoveryStep } from "./RecoveryStep.tsx";
import { endSecondFactor, forgetSecurity, readSecurity, securityAtom } from "./security.ts";
import { SetUpStep } from "./SetUpStep.tsx";
import css from "./Security.module.css";

/** What needs the password once more. */
type Wish = "setUp" | "newCodes" | "end" | "passkey" | { remove: Passkey };

type Step = { at: "overview" } | { at: "password"; wish: Wish } | { at: "setUp"; begun: SetUp } | {
  at: "codes";
  codes: readonly string[];
};

const OVERVIEW: Step = { at: "overview" };

/** The person's second factor, and where they are logged in. */
export default function SecurityDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>(OVERVIEW);
  const back = () => setStep(OVERVIEW);
  const showCodes = (codes: readonly string[]) => setStep({ at: "codes", codes });
  const about = (wish: Wish) => {
    if (wish === "end") {
      return { text: t`Sem a verificação em duas etapas, a senha sozinha deixa entrar.`, yes: t`Desativar` };
    }
    if (typeof wish === "string") return undefined;
    const name = wish.remove.name || t`Aparelho desconhecido`;
    return {
      title: t`Remover a chave de acesso ${name}?`,
      text: t`Ela não deixa mais entrar. Apague-a também no aparelho.`,
      yes: t`Remover`,
    };
  };
  useEffect(() => {
    void readSecurity();
    return forgetSecurity;
  }, []);

  switch (step.at) {
    case "overview":
      return <Overview key="overview" onWish={(wish) => setStep({ at: "password", wish })} onClose={onClose} />;
    case "password":
      return (
        <PasswordStep
          key="password"
          about={about(step.wish)}
          onCancel={back}
          carryOut={async (currentPassword) => {
            if (step.wish === "setUp") setStep({ at: "setUp", begun: await call(security.setUp, { currentPassword }) });
            else if (step.wish === "newCodes") showCodes((await call(security.newCodes, { currentPassword })).codes);
            else {
              if (step.wish === "end") await endSecondFactor(currentPassword);
              else if (step.wish === "passkey") await makePasskey(currentPassword);
              else await dropPasskey(step.wish.remove, currentPassword);
              back();
            }
          }}
        />
      );
    case "setUp":
      return <SetUpStep key="setUp" begun={step.begun} onCancel={back} onDone={showCodes} />;
    case "codes":
      return (
        <RecoveryStep
          key="codes"
          codes={step.codes}
          onDone={() => {
            void readSecurity();
            back();
          }}
        />
      );
  }
}

function Overview({ onWish, onClose }: { onWish: (wish: Wish) => void; onClose: () => void }) {
  const { t } = useLingui();
  const { security, error } = useAtomValue(securityAtom);
  return (
    <Dialog title={t`Segurança`} width={520} onClose={onClose} bodyClassName={css.sections}>
      {security
        ? (
          <>
            <ConfirmEmailSection />
            <SecondFactor {...security} onWish={onWish} />
            <Passkeys
              passkeys={security.passkeys}
              onAdd={() => onWish("passkey")}
              onRemove={(remove) => onWish({ remove })}
            />
            <LoginSessions sessions={security.sessions} />
          </>
        )
        : error
        ? <Failed title={t`Isto não veio`} error={error} onRetry={readSecurity} />
        : <Skeleton width="100%" height={160} />}
    </Dialog>
  );
}

function SecondFactor({ secondFactorSince, recoveryCodes, onWish }: Security & { onWish: (wish: Wish) => void }) {
  const dates = useDates();
  const setting = useSetting("secondFactor");
  const isDemanded = setting === "required";
  const since = secondFactorSince && dates.date(secondFactorSince);
  return (
    <section className={css.section}>
      <h3>
        <Trans>Verificação em duas etapas</Trans>
      </h3>
      {since
        ? (
          <>
            <p>
              <Trans>Ativa desde {since}. Códigos de recuperação restantes: {recoveryCodes} de 10.</Trans>
            </p>
            <div className={css.actions}>
              <Button size="small" variant="secondary" onClick={() => onWish("newCodes")}>
                <Trans>Novos códigos de recuperação</Trans>
              </Button>
              <Button size="small" variant="secondary" onClick={() => onWish("setUp")}>
                <Trans>Trocar de aplicativo</Trans>
              </Button>
              {!isDemanded && (
                <Button size="small" variant="secondary" onClick={() => onWish("end")}>
                  <Trans>Desativar</Trans>
                </Button>
              )}
            </div>
          </>
        )
        : (
          <>
            <p>
              <Trans>Além da senha, um código do seu celular: quem descobrir a senha não entra.</Trans>
            </p>
            <div className={css.actions}>
              <Button variant="primary" onClick={() => onWish("setUp")}>
                <Trans>Ativar</Trans>
              </Button>
            </div>
          </>
        )}
    </section>
  );
}
