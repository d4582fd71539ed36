import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";

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

function formatOf(parts: keyof typeof PARTS, timeZone: string): Intl.DateTimeFormat {
  const locale = LOCALES[i18n.locale] ?? "pt-BR";
  const key = `${locale} ${parts} ${timeZone}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...PARTS[parts], timeZone });
  formats.set(key, known);
  return known;
}

type Moment = string | number | Date;

function write(parts: keyof typeof PARTS, moment: Moment, timeZone: string): string {
  return formatOf(parts, timeZone).format(new Date(moment));
}

/** The calendar day in a time zone, as YYYY-MM-DD. */
export function dayOf(moment: Moment, timeZone: string): string {
  return new Date(moment).toLocaleDateString("sv-SE", { timeZone });
}

/** Whole days from today to a YYYY-MM-DD; negative when it has passed. */
export function daysUntil(day: string, timeZone: string, now: Moment = Date.now()): number {
  return (Date.parse(day) - Date.parse(dayOf(now, timeZone))) / 86_400_000;
}

/** HH:mm when it was today, else dd/MM/yyyy. */
export function timeOrDate(moment: Moment, timeZone: string, now: Moment = Date.now()): string {
  const isToday = dayOf(moment, timeZone) === dayOf(now, timeZone);
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
  const ago = -daysUntil(dayOf(moment, timeZone), timeZone, now);
  if (ago === 0) return t`Hoje`;
  if (ago === 1) return t`Ontem`;
  return write("longDay", moment, timeZone);
}
