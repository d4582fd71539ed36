import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import type { Campaign } from "../../src/contract/campaigns.ts";
import { Card } from "../dashboard/Card.tsx";
import { ChartCard } from "../dashboard/ChartCard.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { dayAndMonth, shortDateTime, timeText } from "../ui/dates.ts";
import { lazy } from "../ui/part.ts";
import { useDates } from "../ui/useDates.ts";
import { type Report, totalsOf } from "./report.ts";
import { countText, shareText } from "./words.ts";
import chart from "../dashboard/Chart.module.css";
import table from "../dashboard/Table.module.css";
import css from "./ReportPage.module.css";

const Chart = lazy(() => import("../dashboard/Chart.tsx"));
const HEIGHT = 188;
const DAY = 86_400_000;

/** What was sent, read and answered, added up over time. */
export function OverTime({ report: { overTime, span } }: { report: Report }) {
  const { t } = useLingui();
  const { timeZone } = useDates();
  const totals = {
    sent: totalsOf(overTime.map(({ sent }) => sent)),
    read: totalsOf(overTime.map(({ read }) => read)),
    answered: totalsOf(overTime.map(({ answered }) => answered)),
  };
  const last = (all: readonly number[]) => countText(all.at(-1) ?? 0);
  const label = (at: number) => span >= DAY ? dayAndMonth(at, timeZone) : timeText(at, timeZone);
  return (
    <ChartCard
      title={t`Ao longo do tempo`}
      heads={[t`Quando`, t`Enviadas`, t`Entregues`, t`Lidas`, t`Respondidas`]}
      rows={overTime.map(({ at, sent, delivered, read, answered }) => ({
        key: at,
        cells: [shortDateTime(at, timeZone), ...[sent, delivered, read, answered].map(countText)],
      }))}
      end={
        <p className={`${chart.legend} ${css.legend}`} aria-hidden>
          <span>
            <i />
            <Trans>Enviadas</Trans>
            <b>{last(totals.sent)}</b>
          </span>
          <span data-line="read">
            <i />
            <Trans>Lidas</Trans>
            <b>{last(totals.read)}</b>
          </span>
          <span data-line="answered">
            <i />
            <Trans>Respondidas</Trans>
            <b>{last(totals.answered)}</b>
          </span>
        </p>
      }
    >
      {overTime.length === 0
        ? (
          <p className={css.none}>
            <Trans>Nada foi enviado ainda.</Trans>
          </p>
        )
        : (
          <Suspense fallback={<Skeleton width="100%" height={HEIGHT} />}>
            <Chart
              kind="lines"
              summary={t`${last(totals.sent)} enviadas, ${last(totals.read)} lidas, ${
                last(totals.answered)
              } respondidas.`}
              height={HEIGHT}
              labels={overTime.map(({ at }) => label(at))}
              series={[totals.sent, totals.read, totals.answered]}
              tip={(nth) => t`${shortDateTime(overTime[nth]!.at, timeZone)} · ${countText(totals.sent[nth]!)} enviadas`}
            />
          </Suspense>
        )}
    </ChartCard>
  );
}

/** How each of the messages did. */
export function ByMessage({ campaign, report: { byVariant } }: { campaign: Campaign; report: Report }) {
  const { t } = useLingui();
  return (
    <Card title={t`Por mensagem`}>
      {byVariant.length === 0
        ? (
          <p className={css.none}>
            <Trans>Nada foi enviado ainda.</Trans>
          </p>
        )
        : (
          <div className={table.scroll} tabIndex={0} role="region" aria-label={t`Por mensagem`}>
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">{t`Mensagem`}</th>
                  {[t`Enviadas`, t`Entregues`, t`Lidas`, t`Respondidas`].map((head) => (
                    <th key={head} scope="col" className={table.numeric}>{head}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {byVariant.map(({ variant, sent, delivered, read, answered }) => (
                  <tr key={variant}>
                    <th scope="row">
                      <span className={css.message}>
                        <Trans>Msg. {variant}</Trans>
                        <small>{campaign[`message${variant as 1 | 2 | 3 | 4 | 5}`]}</small>
                      </span>
                    </th>
                    <td className={table.numeric}>{countText(sent)}</td>
                    {[delivered, read, answered].map((count, nth) => (
                      <td key={nth} className={table.numeric}>
                        {countText(count)} <span className={css.share}>{shareText(count, sent)}</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
    </Card>
  );
}
