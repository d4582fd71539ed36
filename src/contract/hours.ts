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

/** A week that somebody sends: of two ranges at once nobody could say which counts. */
export const SentSchedules = Schedules.check((payload) => {
  for (const at of overlapsIn(payload.value)) {
    payload.issues.push({ code: "custom", path: [at, "startTime"], message: "overlaps", input: payload.value });
  }
});

/** Minutes. */
const DAY_LENGTH = 24 * 60, WEEK_LENGTH = 7 * DAY_LENGTH;

/** Which ranges are under way while another one is, by their places; those of an unfinished time are passed over. */
export function overlapsIn(schedules: Schedules): number[] {
  const spans = schedules.map(({ weekdayEn, startTime, endTime }) => {
    const start = minuteOf(startTime), end = minuteOf(endTime), day = WEEKDAYS.indexOf(weekdayEn) * DAY_LENGTH;
    return { from: day + start, to: day + end + (end < start ? DAY_LENGTH : 0) };
  });
  // The night of Sunday goes on into Monday.
  const meet = (one: Span, other: Span) =>
    [-WEEK_LENGTH, 0, WEEK_LENGTH].some((shift) => one.from < other.to + shift && other.from + shift < one.to);
  return spans.flatMap((one, at) =>
    one.from < one.to && spans.some((other, nth) => nth !== at && other.from < other.to && meet(one, other)) ? [at] : []
  );
}

interface Span {
  from: number;
  to: number;
}

/** NaN while it is no time that a clock shows. */
function minuteOf(time: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

/** YYYY-MM-DD, a day that exists, of a year that anybody means: the clocks of other centuries are nobody's business here. */
export const Day = z.string().check(
  z.regex(/^(19[7-9]|20\d|21\d)\d-\d\d-\d\d$/),
  z.refine((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)),
);
