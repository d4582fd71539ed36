import { expect, test } from "vitest";
import { DEFAULT_SCHEDULES, type OpeningRange } from "../../src/shared/week.ts";
import { endsNextDay, isClosedRange, isWholeWeek, rangesOf, withDayForAll, withRange, withTime } from "./week.ts";

const timesOf = (value: readonly OpeningRange[], day: OpeningRange["weekdayEn"]) =>
  rangesOf([...value], day).map(({ range }) => `${range.startTime}-${range.endTime}`);

test("the second range of a day begins where the first ends, the third is a night's", () => {
  const two = withRange(DEFAULT_SCHEDULES, "monday"), three = withRange(two, "monday");
  expect(timesOf(two, "monday")).toEqual(["08:00-18:00", "18:00-22:00"]);
  expect(timesOf(three, "monday")).toEqual(["08:00-18:00", "18:00-22:00", "22:00-02:00"]);
  expect(three.map(({ weekdayEn }) => weekdayEn).slice(0, 4)).toEqual(["monday", "monday", "monday", "tuesday"]);
});

test("a day without ranges begins with office hours", () => {
  expect(timesOf(withRange([], "sunday"), "sunday")).toEqual(["08:00-18:00"]);
});

test("a day is copied to all, with their own names", () => {
  const week = withDayForAll(withRange(DEFAULT_SCHEDULES, "saturday"), "saturday");
  expect(week).toHaveLength(14);
  expect(timesOf(week, "sunday")).toEqual(["08:00-12:00", "12:00-22:00"]);
  expect(week.at(-1)).toMatchObject({ weekday: "Domingo", weekdayEn: "sunday" });
});

test("a week with a time that no clock shows is not whole", () => {
  expect(isWholeWeek(DEFAULT_SCHEDULES)).toBe(true);
  expect(isWholeWeek(withTime(DEFAULT_SCHEDULES, 2, { endTime: "18:6" }))).toBe(false);
  expect(isWholeWeek(withTime(DEFAULT_SCHEDULES, 2, { endTime: "24:00" }))).toBe(false);
});

test("nights go over midnight, and the same time twice is closed", () => {
  const range = DEFAULT_SCHEDULES[0]!;
  expect(endsNextDay({ ...range, startTime: "22:00", endTime: "02:00" })).toBe(true);
  expect(endsNextDay(range)).toBe(false);
  expect(isClosedRange(DEFAULT_SCHEDULES[6]!)).toBe(true);
});
