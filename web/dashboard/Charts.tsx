import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { Dashboard } from "../../src/contract/dashboard.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { dayAndMonth } from "../ui/dates.ts";
import { lazy } from "../ui/part.ts";
import { ChartCard } from "./ChartCard.tsx";
import type { Looked } from "./filter.ts";
import { countText, hourLabel, hourSpan, ticketsText } from "./words.ts";
import page from "./DashboardPage.module.css";
import css from "./Chart.module.css";

const Chart = lazy(() => import("./Chart.tsx"));
const HEIGHT = 188;
const place = <Skeleton width="100%" height={HEIGHT} />;

interface ChartsProps {
  figures: Dashboard;
  onLook: (looked: Looked) => void;
}

/** Today by the hour, and the period by the day. */
export function Charts(props: ChartsProps) {
  return (
    <div className={page.charts}>
      <Hours {...props} />
      <Days {...props} />
    </div>
  );
}

function Hours({ figures: { today: { hours } }, onLook }: ChartsProps) {
  const { t } = useLingui();
  const total = hours.reduce((sum, count) => sum + count, 0);
  const most = hours.indexOf(Math.max(...hours));
  const summary = total === 0
    ? t`Nenhum ticket hoje.`
    : t`${ticketsText(total)} hoje, o máximo de ${hours[most]!} às ${hourLabel(most)}.`;
  const ticketsOf = (hour: number) => `${hourSpan(hour)} · ${ticketsText(hours[hour]!)}`;
  return (
    <ChartCard
      title={t`Atendimentos hoje`}
      total={countText(total)}
      heads={[t`Hora`, t`Tickets`]}
      rows={hours.map((count, hour) => ({
        key: hour,
        cells: [hourLabel(hour), countText(count)],
        onPress: count > 0 ? () => onLook({ of: "created", hour }) : undefined,
      }))}
    >
      <Suspense fallback={place}>
        <Chart
          kind="bars"
          summary={summary}
          height={HEIGHT}
          labels={hours.map((_, hour) => hourLabel(hour))}
          series={[hours]}
          axis={t`Tickets`}
          tip={ticketsOf}
          onPress={(hour) => hours[hour]! > 0 && onLook({ of: "created", hour })}
        />
      </Suspense>
    </ChartCard>
  );
}

function Days({ figures: { days }, onLook }: ChartsProps) {
  const { t } = useLingui();
  const [at, setAt] = useState<number>();
  const shown = days[at ?? days.length - 1];
  const total = days.reduce((sum, { finished }) => sum + finished, 0);
  const before = days.reduce((sum, day) => sum + day.before, 0);
  const lookAt = (date: string) => onLook({ of: "finished", day: date });
  return (
    <ChartCard
      title={t`Por dia`}
      heads={[t`Dia`, t`Este período`, t`Período anterior`]}
      rows={days.map(({ date, finished, before }) => ({
        key: date,
        cells: [dayAndMonth(date), countText(finished), countText(before)],
        onPress: finished > 0 ? () => lookAt(date) : undefined,
      }))}
      end={shown && (
        <p className={css.legend} aria-hidden>
          <span>{dayAndMonth(shown.date)}</span>
          <span>
            <i />
            <Trans>Este período</Trans>
            <b>{countText(shown.finished)}</b>
          </span>
          <span data-line="before">
            <i />
            <Trans>Anterior</Trans>
            <b>{countText(shown.before)}</b>
          </span>
        </p>
      )}
    >
      <Suspense fallback={place}>
        <Chart
          kind="lines"
          summary={t`Atendimentos realizados por dia: ${countText(total)} neste período, ${
            countText(before)
          } no anterior.`}
          height={HEIGHT}
          labels={days.map(({ date }) => dayAndMonth(date))}
          series={[days.map(({ finished }) => finished), days.map(({ before }) => before)]}
          onAt={setAt}
          onPress={(nth) => days[nth]!.finished > 0 && lookAt(days[nth]!.date)}
        />
      </Suspense>
    </ChartCard>
  );
}
