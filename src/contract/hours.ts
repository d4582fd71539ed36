import * as z from "zod/mini";

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
