import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarX, Lock } from "lucide-react";
import type { CallError } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { openBills } from "../log_in.ts";
import { errorText, showError } from "../ui/showError.ts";
import { MovedCompany } from "./MovedCompany.tsx";
import css from "./Security.module.css";

/** Nobody of this company can log in: what happened, and whom to ask. */
export default function ClosedCompany({ error, onBack }: { error: CallError; onBack: () => void }) {
  const { t } = useLingui();
  // Only an administrator is given one.
  const { token } = (error.detail ?? {}) as { token?: string };
  if (error.code === "ERR_COMPANY_MOVED") return <MovedCompany error={error} />;
  const isOverdue = error.code === "ERR_SUBSCRIPTION_EXPIRED";
  return (
    <div role="alert" className={css.step}>
      <Empty
        heading="h1"
        icon={isOverdue ? CalendarX : Lock}
        title={isOverdue ? t`A assinatura da empresa venceu` : t`A empresa está bloqueada`}
        text={
          <>
            {errorText(error)}
            <br />
            <br />
            {isOverdue
              ? (
                <Trans>
                  Sua senha está certa. Nada foi apagado, e as mensagens dos clientes continuam sendo guardadas. Quem
                  cuida da assinatura na sua empresa resolve o pagamento; depois, entre de novo.
                </Trans>
              )
              : (
                <Trans>
                  Sua senha está certa, mas ninguém da empresa pode entrar agora. Quem contratou o sistema na sua
                  empresa sabe com quem falar.
                </Trans>
              )}
          </>
        }
        action={
          <span className={css.actions}>
            {token && (
              <Button variant="primary" onClick={() => openBills(token).catch(showError)}>
                <Trans>Ver faturas e pagar</Trans>
              </Button>
            )}
            <Button variant="secondary" onClick={onBack}>
              <Trans>Voltar ao login</Trans>
            </Button>
          </span>
        }
      />
    </div>
  );
}
