import { Trans } from "@lingui/react/macro";
import { UserCog } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Me } from "../../src/contract/access.ts";
import { acting } from "../../src/contract/acting.ts";
import { call } from "../call.ts";
import { goOnAs } from "../log_out.ts";
import { Button } from "../ui/Button.tsx";
import { showError } from "../ui/showError.ts";
import css from "./ActingFrame.module.css";

/** What one of the provider's people sees above every page while they act as a company's administrator. */
export default function ActingFrame({ me: { name, company }, children }: { me: Me; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      if (await goOnAs(() => call(acting.end), "/settings?tab=companies")) return;
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  const companyName = company.name;
  return (
    <div className={css.frame}>
      <div className={css.banner}>
        <UserCog size={16} aria-hidden />
        <p role="status">
          <Trans>Você está agindo como {name}, de {companyName}. Tudo fica registrado.</Trans>
        </p>
        <Button size="small" variant="secondary" busy={isBusy} onClick={() => void end()}>
          <Trans context="acting">Encerrar</Trans>
        </Button>
      </div>
      <div className={css.page}>{children}</div>
    </div>
  );
}
