import { expect, test } from "vitest";
import { DEFAULT_SCHEDULES, overlapsIn, type Weekday } from "../shared/week.ts";
import { Day, SentSchedules } from "./hours.ts";
import { ScheduleForm } from "./schedules.ts";

const range = (weekdayEn: Weekday, startTime: string, endTime: string) => ({
  weekday: "",
  weekdayEn,
  startTime,
  endTime,
});

test.each<[string, ReturnType<typeof range>[], number[]]>([
  ["the usual week", DEFAULT_SCHEDULES, []],
  ["none", [], []],
  ["morning and afternoon", [range("monday", "08:00", "12:00"), range("monday", "12:00", "18:00")], []],
  ["the same hours twice", [range("monday", "08:00", "12:00"), range("monday", "08:00", "12:00")], [0, 1]],
  ["one within another", [range("monday", "08:00", "18:00"), range("monday", "10:00", "11:00")], [0, 1]],
  ["only two of three", [
    range("monday", "08:00", "12:00"),
    range("tuesday", "08:00", "12:00"),
    range("tuesday", "11:59", "13:00"),
  ], [1, 2]],
  ["a night that reaches into the morning", [range("friday", "20:00", "03:00"), range("saturday", "02:00", "05:00")], [
    0,
    1,
  ]],
  ["a night that ends in time", [range("friday", "20:00", "02:00"), range("saturday", "02:00", "05:00")], []],
  ["Sunday's night and Monday's morning", [range("monday", "00:00", "05:00"), range("sunday", "20:00", "01:00")], [
    0,
    1,
  ]],
  ["a closed day beside an open one", [range("sunday", "00:00", "00:00"), range("sunday", "00:00", "12:00")], []],
  ["a time that is still being typed", [range("monday", "08:", "12:00"), range("monday", "08:00", "12:00")], []],
])("%s", (_, week, places) => {
  expect(overlapsIn(week)).toEqual(places);
  const wrong = SentSchedules.safeParse(week).error?.issues.filter(({ code }) => code === "custom") ?? [];
  if (week.every(({ startTime }) => startTime.length === 5)) {
    expect(wrong.map(({ path }) => path)).toEqual(places.map((at) => [at, "startTime"]));
  }
});

test.each([["2026-12-24", true], ["0000-01-01", false], ["9999-12-31", false], ["1969-12-31", false], [
  "2199-12-31",
  true,
], ["2026-02-30", false]])("%s is a day that somebody means: %s", (day, is) => {
  expect(Day.safeParse(day).success).toBe(is);
});

test.each([
  ["2026-12-24 10:00", true],
  ["2026-12-24T10:00:00.000Z", true],
  ["2026-12-24T10:00:00-03:00", true],
  ["0000-01-01 10:00", false],
  ["9999-01-01T10:00:00Z", false],
  ["2026-00-10 10:00", false],
  ["2026-12-24 29:00", false],
  ["2026-12-24T10:00:00+99:99", false],
])("%s is a time to send at: %s", (sendAt, is) => {
  expect(ScheduleForm.safeParse({ body: "Bom dia!", contactId: 1, sendAt }).success).toBe(is);
});
