import { milliseconds } from "date-fns/milliseconds";
import { dayAfter, dayIn, momentIn } from "./clock.ts";
import { type OpeningRange, type Weekday, weekdayOf } from "./week.ts";

/** When somebody is there: a company's or a queue's hours. */
export interface OpeningHours {
  schedules: readonly OpeningRange[];
  /** Days on which nobody is there, each YYYY-MM-DD. */
  holidays: readonly string[];
  /** IANA name. */
  timeZone: string;
}

/** From when until when, in ms since 1970; the end does not belong to it. */
interface Span {
  from: number;
  to: number;
}

/** Whatever happens less often than once in this many days counts as never. */
const FAR = 400;

/**
 * Whether somebody is there at a moment (ms). No ranges at all means always open (behaviour.md), but for the holidays. A
 * holiday closes what begins on it: the shift of the evening before goes on to its end, even after midnight.
 */
export function isOpen(hours: OpeningHours, at: number): boolean {
  return openUntil(hours, at) !== undefined;
}

/** The moment (ms) from which on somebody is there again; null when open already, and when that never comes. */
export function nextOpening(hours: OpeningHours, at: number): number | null {
  return isOpen(hours, at) ? null : beginsAfter(hours, at) ?? null;
}

/** The moment (ms) at which nobody is there any more; null when closed already, and when that never comes. */
export function nextClosing(hours: OpeningHours, at: number): number | null {
  let until = openUntil(hours, at);
  if (until === undefined) return null;
  const last = until + milliseconds({ days: FAR });
  for (let next = openUntil(hours, until); next !== undefined; next = openUntil(hours, until)) {
    if (next > last) return null;
    until = next;
  }
  return until;
}

/** A name that is the same for all moments of one closed period, and for no moment of another; null while open. */
export function closedPeriod(hours: OpeningHours, at: number): string | null {
  if (isOpen(hours, at)) return null;
  const end = beginsAfter(hours, at);
  return end === undefined ? "for ever" : `until ${new Date(end).toISOString()}`;
}

/** The latest end of the ranges that are under way. */
function openUntil(hours: OpeningHours, at: number): number | undefined {
  const today = dayIn(hours.timeZone, at);
  const underWay = [dayAfter(today, -1), today].flatMap((day) => spansOf(hours, day))
    .filter(({ from, to }) => from <= at && at < to);
  return underWay.length > 0 ? Math.max(...underWay.map(({ to }) => to)) : undefined;
}

function beginsAfter(hours: OpeningHours, at: number): number | undefined {
  if (neverOpens(hours.schedules)) return undefined;
  let day = dayIn(hours.timeZone, at);
  for (let tried = 0; tried < FAR; tried++, day = dayAfter(day)) {
    const starts = spansOf(hours, day).map(({ from }) => from).filter((from) => from > at);
    if (starts.length > 0) return Math.min(...starts);
  }
}

/** There are ranges, and all of them are closed ones. */
export function neverOpens(schedules: readonly OpeningRange[]): boolean {
  return schedules.length > 0 && schedules.every(({ startTime, endTime }) => startTime === endTime);
}

/** The ranges that begin on a day (YYYY-MM-DD). */
function spansOf({ schedules, holidays, timeZone }: OpeningHours, day: string): Span[] {
  if (holidays.includes(day)) return [];
  const ranges = schedules.length > 0 ? rangesOn(schedules, weekdayOf(day)) : [ALL_DAY];
  return ranges.filter(({ startTime, endTime }) => startTime !== endTime).map(({ startTime, endTime }) => {
    const [lastDay, end] = endOf(day, startTime, endTime);
    return { from: momentIn(timeZone, `${day} ${startTime}`), to: momentIn(timeZone, `${lastDay} ${end}`) };
  });
}

function rangesOn(schedules: readonly OpeningRange[], day: Weekday): OpeningRange[] {
  return schedules.filter(({ weekdayEn }) => weekdayEn === day);
}

const ALL_DAY = { startTime: "00:00", endTime: "23:59" };

/** A clock has no 24:00, so that whoever stays until midnight writes 23:59 or 00:00: nobody means to be away for a minute. */
function endOf(day: string, startTime: string, endTime: string): [day: string, time: string] {
  if (endTime === "23:59") return [dayAfter(day), "00:00"];
  return [endTime < startTime ? dayAfter(day) : day, endTime];
}
