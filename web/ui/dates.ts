import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { dayIn, daysBetween, type Moment, shownIn } from "../../src/shared/clock.ts";

/** Day before month and a 24-hour clock in all three languages, as the product writes them (spec 1 §9). */
const LOCALES: Record<string, string> = { pt: "pt-BR", en: "en-GB", es: "es" };
const PARTS = {
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  timeWithSeconds: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  date: { day: "2-digit", month: "2-digit", year: "numeric" },
  shortDate: { day: "2-digit", month: "2-digit", year: "2-digit" },
  dayAndMonth: { day: "2-digit", month: "2-digit" },
  full: { dateStyle: "full", timeStyle: "short" },
  longDay: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The person's language, as the order of a date and the first day of a week hang on it. */
export function dateLocale(): string {
  return LOCALES[i18n.locale] ?? "pt-BR";
}

function formatOf(parts: keyof typeof PARTS, timeZone: string): Intl.DateTimeFormat {
  const locale = dateLocale();
  const key = `${locale} ${parts} ${timeZone}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...PARTS[parts], timeZone });
  formats.set(key, known);
  return known;
}

function write(parts: keyof typeof PARTS, moment: Moment, timeZone: string): string {
  return formatOf(parts, timeZone).format(new Date(moment));
}

/** Whole days from today to a YYYY-MM-DD; negative when it has passed. */
export function daysUntil(day: string, timeZone: string, now: Moment = Date.now()): number {
  return daysBetween(dayIn(timeZone, now), day);
}

/** HH:mm when it was today, else dd/MM/yyyy. */
export function timeOrDate(moment: Moment, timeZone: string, now: Moment = Date.now()): string {
  const isToday = dayIn(timeZone, moment) === dayIn(timeZone, now);
  return isToday ? timeText(moment, timeZone) : write("date", moment, timeZone);
}

/** HH:mm. */
export function timeText(moment: Moment, timeZone: string): string {
  return write("time", moment, timeZone);
}

/** dd/MM/yyyy of a YYYY-MM-DD, which has no time zone, or of a moment in one. */
export function dateText(moment: Moment, timeZone = "UTC"): string {
  return write("date", moment, timeZone);
}

/** dd/MM, for what is surely of this year: of a YYYY-MM-DD, which has no time zone, or of a moment in one. */
export function dayAndMonth(moment: Moment, timeZone = "UTC"): string {
  return write("dayAndMonth", moment, timeZone);
}

/** dd/MM/yyyy HH:mm. */
export function dateTimeText(moment: Moment, timeZone: string): string {
  return `${write("date", moment, timeZone)} ${timeText(moment, timeZone)}`;
}

/** dd/MM/yyyy HH:mm:ss. */
export function dateTimeSeconds(moment: Moment, timeZone: string): string {
  return `${write("date", moment, timeZone)} ${write("timeWithSeconds", moment, timeZone)}`;
}

/** dd/MM/yy HH:mm. */
export function shortDateTime(moment: Moment, timeZone: string): string {
  return `${write("shortDate", moment, timeZone)} ${timeText(moment, timeZone)}`;
}

/** The whole date in words, for hovering over a short one. */
export function fullDate(moment: Moment, timeZone: string): string {
  return write("full", moment, timeZone);
}

/** "Hoje", "Ontem", or the day in words: what stands between the days of a thread. */
export function dayLabel(moment: Moment, timeZone: string, now: Moment = Date.now()): string {
  const ago = -daysUntil(dayIn(timeZone, moment), timeZone, now);
  if (ago === 0) return t`Hoje`;
  if (ago === 1) return t`Ontem`;
  return write("longDay", moment, timeZone);
}

/** A moment as a field for date and time holds it, in a time zone: YYYY-MM-DDTHH:mm. */
export function fieldTime(moment: Moment, timeZone: string): string {
  return shownIn(timeZone, moment, "yyyy-MM-dd'T'HH:mm");
}
