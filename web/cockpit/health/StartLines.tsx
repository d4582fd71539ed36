import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { lines } from "../../../src/contract/lines.ts";
import { call } from "../../call.ts";
import { Button } from "../../ui/Button.tsx";
import { confirm } from "../../ui/confirm.ts";
import { showError } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";
import { rereadHealth } from "./health.ts";
import css from "./HealthTab.module.css";

/** Lets the lines of a recovered installation start, once somebody has said that the server from before is off. */
export function StartLines() {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);

  async function start() {
    const isSure = await confirm({
      title: t`Iniciar as conexões?`,
      text:
        t`O servidor de antes precisa estar desligado de vez. Um número atendido por dois servidores cai nos dois, e mensagens se perdem.`,
      yes: t`Está desligado, iniciar`,
      danger: true,
    });
    if (!isSure) return;
    setBusy(true);
    try {
      await call(lines.start);
      toast.success(t`As conexões estão sendo iniciadas.`);
      await rereadHealth();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={css.act}>
      <Button variant="secondary" busy={isBusy} onClick={() => void start()}>
        <Trans>Iniciar as conexões</Trans>
      </Button>
    </div>
  );
}
