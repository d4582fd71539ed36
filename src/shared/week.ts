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

/** Minutes. */
const DAY_LENGTH = 24 * 60, WEEK_LENGTH = 7 * DAY_LENGTH;

/** Which ranges are under way while another one is, by their places; those of an unfinished time are passed over. */
export function overlapsIn(schedules: readonly OpeningRange[]): number[] {
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
