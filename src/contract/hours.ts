import * as z from "zod/mini";
import { Id, typed } from "./fields.ts";

/** Monday first, as the form shows them (spec 2 §2). */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = typeof WEEKDAYS[number];

/** `HH:MM` as a clock shows it. */
export const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/**
 * One range of opening on one weekday (spec 2 §3). A day may have several; an end before its start is on the next day;
 * start = end is closed all day.
 */
export const OpeningRange = z.object({
  /** The day's name in Portuguese; it is carried along, `weekdayEn` decides. */
  weekday: z.string().check(z.maxLength(20)),
  weekdayEn: z.enum(WEEKDAYS),
  startTime: TimeOfDay,
  endTime: TimeOfDay,
});
export type OpeningRange = z.infer<typeof OpeningRange>;

/** All ranges of a week; none at all means always open (behaviour.md). */
export const Schedules = z.array(OpeningRange).check(z.maxLength(70));
export type Schedules = z.infer<typeof Schedules>;

/** YYYY-MM-DD, a day that exists. */
export const Day = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d$/),
  z.refine((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)),
);

export const HolidayForm = z.object({ date: Day, name: typed(2, 50) });
/** A day on which the company is closed. */
export const Holiday = z.extend(HolidayForm, { id: Id, name: z.string() });
export type Holiday = z.infer<typeof Holiday>;

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

/** What the form begins with (spec 2 §3). */
export const DEFAULT_SCHEDULES: Schedules = WEEKDAYS.map((day) => ({
  weekday: WEEKDAY_NAMES[day],
  weekdayEn: day,
  startTime: day === "sunday" ? "00:00" : "08:00",
  endTime: day === "sunday" ? "00:00" : day === "saturday" ? "12:00" : "18:00",
}));
