import type { Schedules } from "../../src/contract/hours.ts";
import {
  type OpeningRange,
  overlapsIn,
  TIME_OF_DAY,
  type Weekday,
  WEEKDAY_NAMES,
  WEEKDAYS,
} from "../../src/shared/week.ts";

/** The ranges of one weekday, each with its place among all. */
export function rangesOf(value: Schedules, day: Weekday): { range: OpeningRange; index: number }[] {
  return value.map((range, index) => ({ range, index })).filter(({ range }) => range.weekdayEn === day);
}

/** With another range at the end of a day: after the last one's end if there is room, else in the morning. */
export function withRange(value: Schedules, day: Weekday): Schedules {
  const last = rangesOf(value, day).at(-1)?.range;
  const isRoom = last !== undefined && last.startTime < last.endTime && last.endTime < "22:00";
  const [startTime, endTime] = isRoom ? [last.endTime, "22:00"] : last ? ["22:00", "02:00"] : ["08:00", "18:00"];
  return inOrder([...value, { weekday: WEEKDAY_NAMES[day], weekdayEn: day, startTime: startTime!, endTime: endTime! }]);
}

/** All days with the ranges of one. */
export function withDayForAll(value: Schedules, day: Weekday): Schedules {
  const ranges = rangesOf(value, day).map(({ range }) => range);
  return WEEKDAYS.flatMap((each) =>
    ranges.map((range) => ({ ...range, weekday: WEEKDAY_NAMES[each], weekdayEn: each }))
  );
}

export function withTime(value: Schedules, index: number, times: Partial<OpeningRange>): Schedules {
  return value.map((range, at) => at === index ? { ...range, ...times } : range);
}

/** Whether every time is one that a clock shows, and none runs into another: what may be saved. */
export function isWholeWeek(value: Schedules): boolean {
  return value.every(({ startTime, endTime }) => isTime(startTime) && isTime(endTime)) &&
    overlapsIn(value).length === 0;
}

export function isTime(text: string): boolean {
  return TIME_OF_DAY.test(text);
}

/** It ends on the day after. */
export function endsNextDay({ startTime, endTime }: OpeningRange): boolean {
  return isTime(startTime) && isTime(endTime) && endTime < startTime;
}

/** Nobody is there: how the specification writes a closed day. */
export function isClosedRange({ startTime, endTime }: OpeningRange): boolean {
  return isTime(startTime) && startTime === endTime;
}

function inOrder(value: Schedules): Schedules {
  return value.toSorted((one, other) => WEEKDAYS.indexOf(one.weekdayEn) - WEEKDAYS.indexOf(other.weekdayEn));
}
