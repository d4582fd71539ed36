import { expect, test } from "vitest";
import { daySpans, periodOf } from "./period.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-20T14:30:00-03:00");

test.each([
  ["America/Sao_Paulo", "2026-11-01", [24, 24, 24]],
  ["America/New_York", "2026-03-07", [24, 23, 24]],
  ["America/New_York", "2026-10-31", [24, 25, 24]],
  // Clocks were set forward at midnight: the day began at one o'clock.
  ["America/Sao_Paulo", "2018-11-03", [24, 23, 24]],
  ["Australia/Lord_Howe", "2026-04-04", [24, 24.5, 24]],
])("in %s the days from %s on have %j hours", (timeZone, first, hours) => {
  const spans = daySpans(timeZone, first, hours.length);
  expect(spans.map(({ start, end }) => (end - start) / HOUR)).toEqual(hours);
  expect(spans.slice(1).map(({ start }) => start)).toEqual(spans.slice(0, -1).map(({ end }) => end));
});

test.each([
  [{}, "2026-11-01", "2026-11-20"],
  [{ days: 0 }, "2026-11-01", "2026-11-20"],
  [{ days: 1 }, "2026-11-20", "2026-11-20"],
  [{ days: 30, date_from: "2026-01-01" }, "2026-10-22", "2026-11-20"],
  [{ date_from: "2026-10-05" }, "2026-10-05", "2026-11-20"],
  [{ date_to: "2026-10-05" }, "2026-10-01", "2026-10-05"],
  [{ date_from: "2026-12-24", date_to: "2026-12-31" }, "2026-12-24", "2026-12-24"],
])("%j is from %s to %s", (query, from, to) => {
  const period = periodOf(query, "America/Sao_Paulo", NOW);
  expect([period.from, period.to]).toEqual([from, to]);
  expect([period.days[0]!.date, period.days.at(-1)!.date]).toEqual([from, to]);
  expect(period.before).toHaveLength(period.days.length);
  expect(period.before.at(-1)!.end).toBeLessThanOrEqual(period.days[0]!.start);
});

test("a period that ends today is held against one that ends at the same hour", () => {
  const { before } = periodOf({ days: 7 }, "America/Sao_Paulo", NOW);
  expect(new Date(before.at(-1)!.end).toISOString()).toBe("2026-11-13T17:30:00.000Z");
});
