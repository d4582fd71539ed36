import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import type { Dashboard } from "../../src/contract/dashboard.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { Pane } from "../ui/Pane.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { AttendantsTable } from "./AttendantsTable.tsx";
import { Charts } from "./Charts.tsx";
import { ExportMenu } from "../list/ExportMenu.tsx";
import { rereadFigures, useFigures } from "./figures.ts";
import { FilterBar } from "./FilterBar.tsx";
import { type DashboardPlace, filterBy, look, lookAway, type Looked, useDashboardPlace } from "./filter.ts";
import { Figures } from "./Figures.tsx";
import { QueuesTable } from "./QueuesTable.tsx";
import { Waiting } from "./Waiting.tsx";
import css from "./DashboardPage.module.css";

const ServicesDialog = lazyDialog(() => import("./ServicesDialog.tsx"));

/** How the desk is doing: now, today, and over a period (spec 2 §2, Dashboard). */
export default function DashboardPage() {
  const { t } = useLingui();
  const { timeZone } = useMe().company;
  const place = useDashboardPlace(timeZone);
  const { figures, error, isBusy } = useFigures(place.query);
  return (
    <Page
      title={t`Dashboard`}
      search={null}
      action={
        <FilterBar key={JSON.stringify(place.form)} place={place}>
          <ExportMenu
            isEmpty={!figures}
            labels={{ xlsx: t`Planilha (.xlsx)`, csv: t`Atendimentos (.csv)` }}
            save={async (format) => (await import("./export.ts")).exportAs(format, place.query, figures!)}
          />
        </FilterBar>
      }
    >
      <Pane label={t`Números`} isBusy={isBusy}>
        {error && !isBusy
          ? <Failed title={t`Os números não chegaram`} error={error} onRetry={rereadFigures} />
          : figures
          ? <Numbers figures={figures} place={place} />
          : <Waiting />}
      </Pane>
      <Suspense>
        {place.looked && (
          <ServicesDialog
            place={place}
            looked={place.looked}
            figures={figures}
            onClose={() => lookAway(place)}
          />
        )}
      </Suspense>
    </Page>
  );
}

function Numbers({ figures, place }: { figures: Dashboard; place: DashboardPlace }) {
  const onLook = (looked: Looked) => look(place, looked);
  const { queueId, userId } = place.query;
  const narrow = (to: { queueId?: number; userId?: number }) => filterBy(place.form, to);
  return (
    <div className={css.dashboard}>
      <Narrowed figures={figures} place={place} onWiden={() => narrow({})} />
      <Figures figures={figures} onLook={onLook} />
      <Charts figures={figures} onLook={onLook} />
      <AttendantsTable
        attendants={figures.attendants}
        onLook={onLook}
        onNarrow={userId === undefined ? (id) => narrow({ queueId, userId: id }) : undefined}
      />
      <QueuesTable
        queues={figures.queues}
        onLook={onLook}
        onNarrow={queueId === undefined ? (id) => narrow({ userId, queueId: id }) : undefined}
      />
    </div>
  );
}

/** Says that the numbers are of one queue or one attendant only, and leads back to all. */
function Narrowed(
  { figures, place, onWiden }: { figures: Dashboard; place: DashboardPlace; onWiden: () => void },
) {
  const { t } = useLingui();
  const { queueId, userId } = place.query;
  if (queueId === undefined && userId === undefined) return null;
  const queue = figures.queues.find(({ queue }) => (queue?.id ?? 0) === queueId)?.queue;
  const user = figures.attendants.find(({ id }) => id === userId);
  return (
    <p className={css.narrowed} role="status">
      <Trans>Só de:</Trans>
      {queueId !== undefined && <Chip hue={queue?.color}>{queue?.name ?? t`Sem fila`}</Chip>}
      {userId !== undefined && <Chip>{user?.name ?? t`Sem atendente`}</Chip>}
      <Button size="small" onClick={onWiden}>
        <Trans>Ver tudo</Trans>
      </Button>
    </p>
  );
}
