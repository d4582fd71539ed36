import { tz } from "@date-fns/tz/tz";
import { tzOffset } from "@date-fns/tz/tzOffset";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { addMinutes } from "date-fns/addMinutes";
import { millisecondsInDay } from "date-fns/constants";
import { differenceInMilliseconds } from "date-fns/differenceInMilliseconds";
import { getDate } from "date-fns/getDate";
import { getHours } from "date-fns/getHours";
import { isValid } from "date-fns/isValid";
import { lightFormat } from "date-fns/lightFormat";
import { parseISO } from "date-fns/parseISO";

/** A `Date`, ms since 1970, or ISO 8601. */
export type Moment = Date | number | string;

/** YYYY-MM-DD of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Moment): string {
  // A kept formatter answers in a fraction of what a TZDate costs, and lists ask this of every row.
  let format = DAY.get(timeZone);
  if (!format) DAY.set(timeZone, format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }));
  return format.format(new Date(moment));
}
const DAY = new Map<string, Intl.DateTimeFormat>();

/** The hour that the clocks of a time zone show at a moment, 0 to 23. */
export function hourIn(timeZone: string, moment: Moment): number {
  return getHours(moment, { in: tz(timeZone) });
}

/** A moment as the clocks of a time zone show it, in letters of date-fns' `lightFormat`: `dd/MM/yyyy HH:mm`. */
export function shownIn(timeZone: string, moment: Moment, pattern: string): string {
  return lightFormat(tz(timeZone)(moment), pattern);
}

/**
 * A time as clocks show it in a time zone, `YYYY-MM-DD HH:mm[:ss]`, in ms since 1970; one with a zone of its own is taken
 * as it is. What a clock change leaves out is an hour later, what it repeats is the first of both. NaN for no date.
 */
export function momentIn(timeZone: string, written: string): number {
  const zone = /(Z|[+-]\d\d:\d\d)$/.exec(written)?.[0] ?? "";
  const shown = parseISO(`${written.slice(0, written.length - zone.length)}Z`);
  // 24:00 parses as the next day's midnight, but no clock shows it.
  if (!isValid(shown) || !shown.toISOString().startsWith(written.slice(0, 10))) return NaN;
  return zone ? +parseISO(written) : whenClocksShow(timeZone, shown);
}

/** When the clocks of a zone show what those of UTC show at a moment. */
function whenClocksShow(timeZone: string, shown: Date): number {
  // TZDate is only read from in this product. What it is set to goes by way of the machine's own zone, and of an hour that is
  // repeated it takes now the first, now the second (Havana's midnight, Gaza's).
  const [before, after] = [-millisecondsInDay, millisecondsInDay].map((away) =>
    tzOffset(timeZone, addMilliseconds(shown, away))
  ) as [number, number];
  const early = +addMinutes(shown, -before), late = +addMinutes(shown, -after);
  if (before === after) return early;
  return [early, late].find((at) => +addMinutes(at, tzOffset(timeZone, new Date(at))) === +shown) ??
    Math.max(early, late);
}

/** The first moment of a day in a time zone, in ms since 1970; of a day that a zone left out, the first of the next. */
export function startOfDay(timeZone: string, day: string): number {
  return whenClocksShow(timeZone, midnight(day));
}

/** The day after one, both YYYY-MM-DD; `by` days after or before it. */
export function dayAfter(day: string, by = 1): string {
  return addMilliseconds(midnight(day), by * millisecondsInDay).toISOString().slice(0, 10);
}

/** How many days later `last` is than `first`, both YYYY-MM-DD; negative when it is earlier. */
export function daysBetween(first: string, last: string): number {
  return differenceInMilliseconds(midnight(last), midnight(first)) / millisecondsInDay;
}

/** The first day of a day's month, both YYYY-MM-DD. */
export function firstOfMonth(day: string): string {
  return dayAfter(day, 1 - getDate(midnight(day), { in: tz("UTC") }));
}

/** Whether it is YYYY-MM-DD of a day that a calendar has. */
export function isDay(written: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(written) && isValid(midnight(written));
}

/**
 * A day of the calendar as a moment to reckon with. In UTC each has 24 hours, so that neither a clock change nor the zone
 * of the machine comes in between.
 */
export function midnight(day: string): Date {
  return parseISO(`${day}T00:00Z`);
}
