import { CalendarDate, CalendarDateTime } from "@internationalized/date";

/** A date, or a date and a time, of no zone: its reader knows in whose it is. */
export type DateValue = CalendarDate | CalendarDateTime;

/** What a field shows for a `YYYY-MM-DD` or a `YYYY-MM-DDTHH:mm`; nothing for an empty text. */
export function readDate(text: string, withTime = false): DateValue | null {
  if (!text) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number);
  return withTime ? new CalendarDateTime(year, month, day, hour, minute) : new CalendarDate(year, month, day);
}

/** As forms and addresses hold it: `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:mm`. */
export function writeDate(date: DateValue | null): string {
  return date ? date.toString().slice(0, "YYYY-MM-DDTHH:mm".length) : "";
}

/** Whether its year may still be on its way: 2026 is 2, 20 and 202 before it is typed. */
export function isHalfTyped(date: DateValue | null): boolean {
  return date !== null && date.year < 1000;
}

/** What was meant by a year of fewer digits once its field is left: 26 is 2026, and nobody means 202. */
export function meantBy(date: DateValue): DateValue | null {
  return date.year < 100 ? date.set({ year: 2000 + date.year }) : null;
}
