import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { CockpitMonth } from "../../src/contract/cockpit.ts";
import { moneyText } from "../../src/shared/money.ts";
import { ChartCard } from "../dashboard/ChartCard.tsx";
import chart from "../dashboard/Chart.module.css";
import { classes } from "../ui/classes.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { lazy } from "../ui/part.ts";
import { monthText, wholeMoney } from "./words.ts";
import css from "./CockpitPage.module.css";

const Chart = lazy(() => import("../dashboard/Chart.tsx"));
const HEIGHT = 188;

/** What was due in each month, and what came in it. */
export function Money({ months }: { months: readonly CockpitMonth[] }) {
  const { t } = useLingui();
  const [at, setAt] = useState<number>();
  const shown = months[at ?? months.length - 1]!;
  return (
    <ChartCard
      title={t`Dinheiro por mês`}
      heads={[t`Mês`, t`Previsto`, t`Recebido`]}
      rows={months.map(({ month, expected, received }) => ({
        key: month,
        cells: [`${monthText(month)} ${month.slice(0, 4)}`, moneyText(expected), moneyText(received)],
      }))}
      end={
        <p className={classes(chart.legend, css.legend)}>
          <span>
            <i data-line="expected" />
            <Trans>Previsto</Trans>
            <b>{wholeMoney(shown.expected)}</b>
          </span>
          <span>
            <i data-line="received" />
            <Trans>Recebido</Trans>
            <b>{wholeMoney(shown.received)}</b>
          </span>
        </p>
      }
    >
      <Suspense fallback={<Skeleton width="100%" height={HEIGHT} />}>
        <Chart
          kind="bars"
          summary={t`Dinheiro por mês: em ${monthText(shown.month, "long")}, ${wholeMoney(shown.expected)} previsto e ${
            wholeMoney(shown.received)
          } recebido.`}
          height={HEIGHT}
          labels={months.map(({ month }) => monthText(month))}
          series={[months.map(({ expected }) => expected), months.map(({ received }) => received)]}
          onAt={setAt}
        />
      </Suspense>
    </ChartCard>
  );
}
