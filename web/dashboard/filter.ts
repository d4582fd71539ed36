import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Behind, type DashboardQuery, LONGEST_PERIOD } from "../../src/contract/dashboard.ts";
import { dayIn, daysBetween, firstOfMonth } from "../../src/shared/clock.ts";
import { placeWith, readParams } from "../search_params.ts";

export type FilterType = "date" | "period";

/** The periods to choose from, in days up to today (spec 2 §2, Dashboard). */
export const PERIODS = [3, 7, 15, 30, 60, 90] as const;

/** The filter as its form holds it. */
export interface FilterForm {
  type: FilterType;
  /** 0 = none. */
  days: number;
  /** YYYY-MM-DD, or empty. */
  from: string;
  to: string;
}

/** From the first day of this month until today. */
export function thisMonth(timeZone: string, now = Date.now()): Pick<FilterForm, "from" | "to"> {
  const today = dayIn(timeZone, now);
  return { from: firstOfMonth(today), to: today };
}

/** Choosing the period type resets the days, choosing the date type clears the dates (spec 2 §2). */
export function withType(form: FilterForm, type: FilterType): FilterForm {
  return type === "period" ? { ...form, type, days: 0 } : { ...form, type, from: "", to: "" };
}

/** Whether there is anything to ask for; else 'Parametrize o filtro' (spec 2 §5). */
export function isFilled({ type, days, from, to }: FilterForm): boolean {
  return type === "period" ? days > 0 : from !== "" || to !== "";
}

/** Whether it would end before it begins. */
export function isBackwards({ type, from, to }: FilterForm): boolean {
  return type === "date" && from !== "" && to !== "" && to < from;
}

/** Whether it is more than can be asked for; one without an end goes on until today, which days to come are not after. */
export function isTooLong({ type, from, to }: FilterForm, timeZone: string, now = Date.now()): boolean {
  if (type !== "date" || !from) return false;
  const today = dayIn(timeZone, now), last = to && to < today ? to : today;
  return daysBetween(from, last) + 1 > LONGEST_PERIOD;
}

/** Which number's tickets are being looked at. */
export interface Looked {
  of: Behind;
  hour?: number;
  /** Narrower than the dashboard: of one queue, one attendant, one day. */
  queueId?: number;
  userId?: number;
  day?: string;
}

/** What the address says: the dashboard's filter, and the number that is open. */
export interface DashboardPlace {
  form: FilterForm;
  query: Partial<DashboardQuery>;
  looked?: Looked;
}

export function placeOf(search: string, timeZone: string): DashboardPlace {
  const { number, day, oneOf } = readParams(search);
  const days = number("days") ?? 0, from = day("date_from"), to = day("date_to");
  const isAsked = days > 0 || from || to;
  const form: FilterForm = {
    type: days > 0 ? "period" : "date",
    days,
    ...isAsked ? { from: from ?? "", to: to ?? "" } : thisMonth(timeZone),
  };
  const of = oneOf("of", Behind.options);
  return {
    form,
    query: clean({ ...daysOf(form), queueId: number("queueId"), userId: number("userId") }),
    looked: of
      ? clean({
        of,
        hour: number("hour"),
        queueId: number("ofQueue"),
        userId: number("ofUser"),
        day: day("day"),
      })
      : undefined,
  };
}

function daysOf({ type, days, from, to }: FilterForm): Partial<DashboardQuery> {
  if (type === "period") return { days };
  return { date_from: from || undefined, date_to: to || undefined };
}

function clean<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** The query of the tickets behind a number. */
export function lookedQuery({ query }: DashboardPlace, { of, hour, queueId, userId, day }: Looked) {
  const { queueId: inQueue, userId: byUser, ...days } = query;
  return clean({
    of,
    ...(day ? { date_from: day, date_to: day } : days),
    hour,
    queueId: queueId ?? inQueue,
    userId: userId ?? byUser,
  });
}

export function useDashboardPlace(timeZone: string): DashboardPlace {
  return placeOf(useSearch(), timeZone);
}

/** Goes to another filter; a number that was open is closed. */
export function filterBy(form: FilterForm, { queueId, userId }: DashboardPlace["query"]): void {
  go({ ...daysOf(form), queueId, userId });
}

export function look({ query }: DashboardPlace, { of, hour, queueId, userId, day }: Looked): void {
  go({ ...query, of, hour, ofQueue: queueId, ofUser: userId, day });
}

export function lookAway({ query }: DashboardPlace): void {
  go(query, true);
}

function go(values: Record<string, string | number | undefined>, replace = false): void {
  navigate(placeWith("/", values), { replace });
}
