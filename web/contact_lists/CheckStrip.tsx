import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ListCheck } from "../../src/contract/contact_lists.ts";
import { Button } from "../ui/Button.tsx";
import { Progress } from "../ui/Progress.tsx";
import { useDates } from "../ui/useDates.ts";
import css from "./CheckStrip.module.css";

/** How far the check of a list's numbers has come, and why it does not go faster. */
export function CheckStrip({ check, onStop }: { check: ListCheck; onStop: () => Promise<void> }) {
  const { t, i18n } = useLingui();
  const [isStopping, setStopping] = useState(false);
  const checked = i18n.number(check.checked), total = i18n.number(check.total);
  const stop = () => {
    setStopping(true);
    void onStop().finally(() => setStopping(false));
  };
  return (
    <section className={css.strip} aria-label={t`Verificação dos números`}>
      <div className={css.says} role="status">
        <b>
          <Trans>{checked} de {total} verificados</Trans>
        </b>
        <span>
          <Reason check={check} />
        </span>
        {check.endsAt && <Ends at={check.endsAt} />}
      </div>
      <div className={css.bar}>
        <Progress label={t`Números verificados`} value={check.checked} max={Math.max(1, check.total)} />
      </div>
      <Button variant="secondary" busy={isStopping} onClick={stop}>
        <Trans>Parar</Trans>
      </Button>
    </section>
  );
}

/** Said roughly, for numbers that nobody has turn up on the way. */
function Ends({ at }: { at: string }) {
  const moment = useDates().dateTime(at);
  return (
    <span>
      <Trans>Termina por volta de {moment}.</Trans>
    </span>
  );
}

function Reason({ check: { waits, goesOnAt } }: { check: ListCheck }) {
  const dates = useDates();
  if (waits === "turn") return <Trans>Espera: outra lista está sendo verificada.</Trans>;
  if (waits === "disconnected") return <Trans>Espera até que uma conexão esteja conectada.</Trans>;
  if (waits === "restricted") return <Trans>Espera: o WhatsApp restringiu o número.</Trans>;
  if (waits === "tomorrow" && goesOnAt) {
    const moment = dates.dateTime(goesOnAt);
    return <Trans>Por hoje é o bastante. Continua em {moment}.</Trans>;
  }
  return <Trans>Aos poucos, para que o WhatsApp não bloqueie o número. Você pode sair desta página.</Trans>;
}
