import { tz } from "@date-fns/tz/tz";
import { getDay } from "date-fns/getDay";
import { dayAfter, dayIn, midnight, momentIn, startOfDay } from "../clock.ts";

/** When campaigns may send, as it is set; see contract/campaign_settings.ts. */
export interface SendingHours {
  isOn: boolean;
  /** HH:mm; an end before its start crosses midnight, an equal one means the whole day. */
  from: string;
  to: string;
  /** 0 is Sunday. */
  weekdays: number[];
  onHolidays: boolean;
}

export interface Calendar {
  hours: SendingHours;
  /** Each YYYY-MM-DD. */
  holidays: readonly string[];
  /** IANA name. */
  timeZone: string;
}

/** A stretch in which campaigns may send; ms since 1970, `to` is outside. */
export interface Stretch {
  from: number;
  to: number;
}

/** How far ahead a stretch is looked for. A company that sends on no day at all never sends. */
const MOST_DAYS = 400;

/** The stretches from a moment on, in order, the one under way first. Without hours there is one without an end. */
export function* stretchesFrom(calendar: Calendar, at: number): Generator<Stretch> {
  if (!calendar.hours.isOn) return yield { from: at, to: Infinity };
  // The stretch that began yesterday may still go on.
  let day = dayAfter(dayIn(calendar.timeZone, at), -1);
  for (let nth = 0; nth < MOST_DAYS; nth++, day = dayAfter(day)) {
    const stretch = stretchOf(calendar, day);
    if (stretch && stretch.to > at) yield { from: Math.max(stretch.from, at), to: stretch.to };
  }
}

/** What begins on a day, if anything does; a holiday closes what begins on it. */
function stretchOf({ hours: { from, to, weekdays, onHolidays }, holidays, timeZone }: Calendar, day: string) {
  if (!weekdays.includes(getDay(midnight(day), { in: tz("UTC") }))) return undefined;
  if (!onHolidays && holidays.includes(day)) return undefined;
  if (from === to) return { from: startOfDay(timeZone, day), to: startOfDay(timeZone, dayAfter(day)) };
  const end = momentIn(timeZone, `${to < from ? dayAfter(day) : day} ${to}`);
  const begin = momentIn(timeZone, `${day} ${from}`);
  // A clock that jumps over the beginning leaves an hour less, or nothing.
  return end > begin ? { from: begin, to: end } : undefined;
}

/** Nothing when campaigns may send now; else when they may again, Infinity for never. */
export function closedUntil(calendar: Calendar, at: number): number | undefined {
  for (const { from } of stretchesFrom(calendar, at)) return from <= at ? undefined : from;
  return Infinity;
}
