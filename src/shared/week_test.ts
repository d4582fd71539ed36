import { expect, test } from "vitest";
import { overlapsIn, type Weekday, weekdayOf } from "./week.ts";

test.each<[string, Weekday]>([
  ["2024-01-01", "monday"],
  ["2026-11-22", "sunday"],
  ["2028-02-29", "tuesday"],
  // São Paulo's day began at 01:00, Apia's never was; in the calendar they are like any other.
  ["2018-11-04", "sunday"],
  ["2011-12-30", "friday"],
])("%s is a %s", (day, weekday) => expect(weekdayOf(day)).toBe(weekday));

test("Sunday's night is under way on Monday morning, however long it is", () => {
  const range = (weekdayEn: Weekday, startTime: string, endTime: string) => ({
    weekday: "",
    weekdayEn,
    startTime,
    endTime,
  });
  const sunday = range("sunday", "12:00", "11:59");
  expect(overlapsIn([sunday, range("monday", "11:58", "18:00")])).toEqual([0, 1]);
  expect(overlapsIn([sunday, range("monday", "11:59", "18:00")])).toEqual([]);
  // A clock shows no 24:00.
  expect(overlapsIn([range("monday", "12:00", "24:00"), range("monday", "13:00", "14:00")])).toEqual([]);
});
