import { useLingui } from "@lingui/react/macro";
import { Card } from "../../dashboard/Card.tsx";
import { countText } from "../../dashboard/words.ts";
import { Failed } from "../../ui/Empty.tsx";
import { Pane } from "../../ui/Pane.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Findings } from "./Findings.tsx";
import { InOrder } from "./InOrder.tsx";
import { Places } from "./Places.tsx";
import { VitalFigures } from "./VitalFigures.tsx";
import { rereadHealth, useHealth } from "./health.ts";
import css from "./HealthTab.module.css";

/** How the installation is: what is wrong with what to do, and what its backups are worth. */
export default function HealthTab() {
  const { t } = useLingui();
  const { health, error, isBusy } = useHealth();
  const wrong = health?.findings.filter(({ level }) => level !== "good") ?? [];
  return (
    <Pane label={t`Saúde`} isBusy={isBusy}>
      {health
        ? (
          <div className={css.health}>
            {health.vitals && <VitalFigures vitals={health.vitals} version={health.version} at={health.at} />}
            <Card title={t`Precisa de você`} total={wrong.length > 0 ? countText(wrong.length) : undefined}>
              <Findings findings={wrong} />
            </Card>
            <Card title={t`Backups`}>
              <Places places={health.places} hasKey={health.hasBackups} isKeyAway={health.isKeyAway} />
            </Card>
            <InOrder findings={health.findings} />
          </div>
        )
        : error && !isBusy
        ? <Failed title={t`A verificação não veio`} error={error} onRetry={() => void rereadHealth()} />
        : <OnTheirWay />}
    </Pane>
  );
}

function OnTheirWay() {
  const { t } = useLingui();
  return (
    <div className={css.health}>
      <p className="visually-hidden" role="status">{t`Carregando`}</p>
      <Skeleton width="100%" height={90} />
      <Skeleton width="100%" height={200} />
      <Skeleton width="100%" height={140} />
    </div>
  );
}
