import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Dashboard } from "../../src/contract/dashboard.ts";
import { useMe } from "../session.ts";
import { dateText, daysUntil } from "../ui/dates.ts";
import type { Looked } from "./filter.ts";
import { countText, countTrend, durationText, hoursAndMinutes, timeTrend } from "./words.ts";
import css from "./Figures.module.css";

/** The counters, each leading to its tickets, and when the subscription ends (spec 2 §2, Dashboard). */
export function Figures({ figures, onLook }: { figures: Dashboard; onLook: (looked: Looked) => void }) {
  const { t } = useLingui();
  const { counters, before, days: { length: days } } = figures;
  const count = (label: string, value: number, change: string, of: Looked["of"]) => (
    <Figure
      label={label}
      change={change}
      value={countText(value)}
      onPress={() => onLook({ of })}
    >
      {countText(value)}
    </Figure>
  );
  const time = (label: string, value: number | null, change: string, of: Looked["of"]) => (
    <Figure
      label={label}
      change={change}
      value={durationText(value)}
      onPress={() => onLook({ of })}
    >
      <Duration minutes={value} />
    </Figure>
  );
  return (
    <dl className={css.figures}>
      {count(t`Atd. Pendentes`, counters.supportPending, t`agora`, "pending")}
      {count(t`Atd. Acontecendo`, counters.supportHappening, t`agora`, "happening")}
      {count(
        t`Atd. Realizados`,
        counters.supportFinished,
        countTrend(counters.supportFinished, before.supportFinished, days),
        "finished",
      )}
      {count(t`Leads`, counters.leads, countTrend(counters.leads, before.leads, days), "leads")}
      {time(
        t`T.M. de Atendimento`,
        counters.avgSupportTime,
        timeTrend(counters.avgSupportTime, before.avgSupportTime, days),
        "support",
      )}
      {time(
        t`T.M. de Espera`,
        counters.avgWaitTime,
        timeTrend(counters.avgWaitTime, before.avgWaitTime, days),
        "wait",
      )}
      <DueDate />
    </dl>
  );
}

interface FigureProps {
  label: string;
  /** The number as it is read out. */
  value: string;
  change: string;
  onPress?: () => void;
  children: ReactNode;
}

function Figure({ label, value, change, onPress, children }: FigureProps) {
  const { t } = useLingui();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {onPress
          ? (
            <button type="button" onClick={onPress} aria-label={t`${label}: ${value}. Ver os atendimentos`}>
              {children}
            </button>
          )
          : children}
      </dd>
      <dd className={css.change}>{change}</dd>
    </div>
  );
}

function Duration({ minutes }: { minutes: number | null }) {
  if (minutes === null) return "–";
  const [hours, rest] = hoursAndMinutes(minutes);
  return (
    <>
      {hours}
      <span className={css.unit}>h</span> {rest}
      <span className={css.unit}>m</span>
    </>
  );
}

function DueDate() {
  const { t } = useLingui();
  const { dueDate, timeZone } = useMe().company;
  const label = t`Data Vencimento`;
  if (!dueDate) return <Figure label={label} value="" change={t`não vence`}>–</Figure>;
  const days = daysUntil(dueDate, timeZone);
  const change = days === 0 ? t`hoje` : days === 1 ? t`amanhã` : days > 1 ? t`em ${days} dias` : t`vencida`;
  return <Figure label={label} value="" change={change}>{dateText(dueDate)}</Figure>;
}
