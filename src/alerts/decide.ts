import { milliseconds } from "date-fns/milliseconds";
import type { Alert } from "./table.ts";
import type { Trouble } from "./troubles.ts";

/** So long (ms) something must be good until that is told: what comes and goes is one alert. */
const SURE = milliseconds({ minutes: 2 });
/** So long (ms) after its start a server says nothing of connections: they are just being opened. */
const SETTLING = milliseconds({ minutes: 5 });

export interface Decided {
  /** To be told. */
  begun: Trouble[];
  /** To be told once more, because it has become urgent. */
  worse: { alert: Alert; trouble: Trouble }[];
  /** To be told as over; `goodSince` is when that was. */
  ended: (Alert & { goodSince: number })[];
  /** To be forgotten without a word: a restart has no end. */
  forgotten: Alert[];
  /** Good since just now, or not good after all. */
  turned: { alert: Alert; goodSince: number | null }[];
}

/** What is to be told, by what was told and what is wrong now; `now` and `startedAt` in ms. */
export function decide(
  alerts: readonly Alert[],
  troubles: readonly Trouble[],
  { now, startedAt }: { now: number; startedAt: number },
): Decided {
  const isSettling = now - startedAt < SETTLING;
  const speaksOf = ({ kind }: { kind: Alert["kind"] }) => !(kind === "line" && isSettling);
  const keyOf = ({ kind, subject }: Pick<Alert, "kind" | "subject">) => `${kind} ${subject}`;
  const known = new Map(alerts.map((alert) => [keyOf(alert), alert]));
  const wrong = new Map(troubles.map((trouble) => [keyOf(trouble), trouble]));
  const decided: Decided = {
    begun: troubles.filter((each) => !known.has(keyOf(each)) && !each.isEarly && speaksOf(each)),
    ...{ worse: [], ended: [], forgotten: [], turned: [] },
  };
  for (const alert of alerts.filter(speaksOf)) {
    const trouble = wrong.get(keyOf(alert)), { goodSince } = alert;
    if (trouble) {
      if (trouble.level === "bad" && alert.level === "warning") decided.worse.push({ alert, trouble });
      else if (goodSince !== null) decided.turned.push({ alert, goodSince: null });
    } else if (alert.kind === "restart") decided.forgotten.push(alert);
    // A clock that was set back must not keep it for ever.
    else if (goodSince === null || goodSince > now) decided.turned.push({ alert, goodSince: now });
    else if (now - goodSince >= SURE) decided.ended.push({ ...alert, goodSince });
  }
  return decided;
}
