import { addMonths } from "date-fns/addMonths";
import { getDaysInMonth } from "date-fns/getDaysInMonth";

/** How often a company pays (spec 2 §9), in months. */
export const RECURRENCES = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const;
export type Recurrence = keyof typeof RECURRENCES;
export const RECURRENCE_NAMES = Object.keys(RECURRENCES) as [Recurrence, ...Recurrence[]];

/**
 * The due date after this one (YYYY-MM-DD). `day` is the day of the month on which the company pays: where a month has no
 * such day it is its last one, and the right one again in the month after (behaviour.md, Companies, plans, money).
 */
export function dueDateAfter(date: string, recurrence: Recurrence, day = dayOf(date)): string {
  const [year, month] = date.split("-").map(Number) as [number, number];
  const first = addMonths(new Date(year, month - 1, 1), RECURRENCES[recurrence]);
  const padded = (n: number, length = 2) => String(n).padStart(length, "0");
  const dayThen = Math.min(day, getDaysInMonth(first));
  return `${padded(first.getFullYear(), 4)}-${padded(first.getMonth() + 1)}-${padded(dayThen)}`;
}

/** Whether who pays on this day of the month pays on that date: in a shorter month it is the last day. */
export function isDueDay(date: string, day: number): boolean {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return dayOf(date) === Math.min(day, getDaysInMonth(new Date(year, month - 1, 1)));
}

/** Days before its due date from which on a company is reminded of its invoice. */
export const REMIND_BEFORE = 5;

/** The day of the month of a date (YYYY-MM-DD). */
export function dayOf(date: string): number {
  return Number(date.slice(8, 10));
}
