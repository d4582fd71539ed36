import { tz } from "@date-fns/tz/tz";
import { millisecondsInWeek } from "date-fns/constants";
import { getISODay } from "date-fns/getISODay";
import { parseISO } from "date-fns/parseISO";
import { dayAfter, midnight } from "./clock.ts";

/** Monday first, as the form shows them (spec 2 §2). */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = typeof WEEKDAYS[number];

/** The days' names on the wire (spec 2 §2, Weekly opening-hours form). */
export const WEEKDAY_NAMES: Record<Weekday, string> = {
  monday: "Segunda-feira",
  tuesday: "Terça-feira",
  wednesday: "Quarta-feira",
  thursday: "Quinta-feira",
  friday: "Sexta-feira",
  saturday: "Sábado",
  sunday: "Domingo",
};

/**
 * One range of opening on one weekday (spec 2 §3). A day may have several; an end before its start is on the next day;
 * start = end is closed all day.
 */
export interface OpeningRange {
  /** The day's name in Portuguese; it is carried along, `weekdayEn` decides. */
  weekday: string;
  weekdayEn: Weekday;
  /** `HH:MM` as a clock shows it. */
  startTime: string;
  endTime: string;
}

/** What the form begins with (spec 2 §3). */
export const DEFAULT_SCHEDULES: OpeningRange[] = WEEKDAYS.map((day) => ({
  weekday: WEEKDAY_NAMES[day],
  weekdayEn: day,
  startTime: day === "sunday" ? "00:00" : "08:00",
  endTime: day === "sunday" ? "00:00" : day === "saturday" ? "12:00" : "18:00",
}));

/** `HH:MM` as a clock shows it; none shows 24:00. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The weekday of a YYYY-MM-DD. */
export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[getISODay(midnight(day), { in: tz("UTC") }) - 1]!;
}

/** Which ranges are under way while another one is, by their places; those of an unfinished time are passed over. */
export function overlapsIn(schedules: readonly OpeningRange[]): number[] {
  const spans = schedules.map(spanOf);
  return spans.flatMap((one, at) =>
    one && spans.some((other, nth) => other && nth !== at && areUnderWayAtOnce(one, other)) ? [at] : []
  );
}

/** In ms since 1970; the end does not belong to it. */
interface Span {
  from: number;
  to: number;
}

/** A week to hold ranges against each other in, by its Monday: any will do, for UTC knows no clock changes. */
const A_MONDAY = "2024-01-01";

/** Nothing for a closed day, and while one of the times is none that a clock shows. */
function spanOf({ weekdayEn, startTime, endTime }: OpeningRange): Span | undefined {
  if (startTime === endTime || !TIME_OF_DAY.test(startTime) || !TIME_OF_DAY.test(endTime)) return undefined;
  const day = dayAfter(A_MONDAY, WEEKDAYS.indexOf(weekdayEn));
  const lastDay = endTime < startTime ? dayAfter(day) : day;
  return { from: +parseISO(`${day}T${startTime}Z`), to: +parseISO(`${lastDay}T${endTime}Z`) };
}

/** The night of Sunday goes on into Monday. */
function areUnderWayAtOnce(one: Span, other: Span): boolean {
  return [-millisecondsInWeek, 0, millisecondsInWeek].some((away) =>
    one.from < other.to + away && other.from + away < one.to
  );
}
