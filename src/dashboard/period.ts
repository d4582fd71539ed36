import { addHours } from "date-fns/addHours";
import { type DashboardQuery, LONGEST_PERIOD } from "../contract/dashboard.ts";
import { refuse } from "../contract/errors.ts";
import { dayAfter, dayIn, daysBetween, firstOfMonth, startOfDay } from "../shared/clock.ts";

/** One calendar day of the company, from `start` to before `end`, in ms since 1970. */
export interface DaySpan {
  date: string;
  start: number;
  end: number;
}

export interface Period {
  from: string;
  to: string;
  days: DaySpan[];
  /** As many days just before. When the period ends today, the last of them ends at this time of the day. */
  before: DaySpan[];
  today: DaySpan;
}

/** The days that a query asks for (spec 2 §5, Dashboard filter); ERR_INVALID_INPUT when they are no period. */
export function periodOf(query: DashboardQuery, timeZone: string, now: number): Period {
  const today = dayIn(timeZone, now);
  const [from, to] = boundsOf(query, today);
  const length = daysBetween(from, to) + 1;
  if (length < 1 || length > LONGEST_PERIOD) refuse("ERR_INVALID_INPUT", { fields: { date_to: "invalid" } });
  const spans = daySpans(timeZone, dayAfter(from, -length), length * 2);
  const [before, days] = [spans.slice(0, length), spans.slice(length)];
  const [todaySpan] = daySpans(timeZone, today, 1);
  if (to === today) {
    const last = before.at(-1)!;
    before[length - 1] = { ...last, end: Math.min(last.end, last.start + now - todaySpan!.start) };
  }
  return { from, to, days, before, today: todaySpan! };
}

function boundsOf({ days, date_from: from, date_to: to }: DashboardQuery, today: string): [string, string] {
  if (days) return [dayAfter(today, 1 - days), today];
  // Of days to come nothing is known, and no other period is as long.
  const last = to && to < today ? to : from && from > today ? from : today;
  return [from ?? firstOfMonth(last), last];
}

/** Days in a row, each as long as the clocks of the time zone make it. */
export function daySpans(timeZone: string, first: string, count: number): DaySpan[] {
  const spans: DaySpan[] = [];
  for (let date = first, start = startOfDay(timeZone, first); spans.length < count;) {
    const next = dayAfter(date), usual = +addHours(start, 24);
    // Two years are asked for in one go; whether a day is as long as most costs a third of finding where it ends.
    const isUsual = dayIn(timeZone, usual) === next && dayIn(timeZone, usual - 1) === date;
    const end = isUsual ? usual : startOfDay(timeZone, next);
    spans.push({ date, start, end });
    [date, start] = [next, end];
  }
  return spans;
}
