import { expect, test } from "vitest";
import { isBackwards, isFilled, isTooLong, lookedQuery, placeOf, thisMonth, withType } from "./filter.ts";

const ZONE = "America/Sao_Paulo";
const form = { type: "date", days: 0, from: "2026-11-01", to: "2026-11-20" } as const;

test("it begins with this month until today, by the company's calendar", () => {
  expect(thisMonth(ZONE, Date.parse("2026-12-01T01:00:00Z"))).toEqual({ from: "2026-11-01", to: "2026-11-30" });
});

test("choosing the period type resets the days, choosing the date type clears the dates", () => {
  expect(withType({ ...form, days: 7 }, "period")).toMatchObject({ type: "period", days: 0 });
  expect(withType({ ...form, type: "period", days: 7 }, "date")).toMatchObject({ type: "date", from: "", to: "" });
});

test.each([
  [{ type: "date", from: "", to: "" }, false],
  [{ type: "date", from: "2026-11-01", to: "" }, true],
  [{ type: "date", from: "", to: "2026-11-01" }, true],
  [{ type: "period", days: 0 }, false],
  [{ type: "period", days: 3 }, true],
])("%j is enough to ask for: %s", (change, is) => {
  expect(isFilled({ ...form, ...change } as never)).toBe(is);
});

test.each([
  [{ from: "2026-11-02", to: "2026-11-01" }, true],
  [{ from: "2026-11-01", to: "2026-11-01" }, false],
  [{ from: "2026-11-02", to: "" }, false],
  [{ type: "period", from: "2026-11-02", to: "2026-11-01" }, false],
])("%j ends before it begins: %s", (change, is) => {
  expect(isBackwards({ ...form, ...change } as never)).toBe(is);
});

test.each([
  [{ from: "2024-11-19", to: "2026-11-20" }, false],
  [{ from: "2024-11-18", to: "2026-11-20" }, true],
  [{ from: "2016-11-01", to: "" }, true],
  [{ from: "", to: "2026-11-01" }, false],
  [{ from: "2026-11-01", to: "2036-11-01" }, false],
  [{ from: "2030-11-01", to: "2036-11-01" }, false],
  [{ type: "period", from: "2016-11-01", to: "" }, false],
])("%j is more than two years: %s", (change, is) => {
  expect(isTooLong({ ...form, ...change } as never, ZONE, Date.parse("2026-11-20T12:00:00Z"))).toBe(is);
});

test.each([
  ["", { date_from: expect.any(String), date_to: expect.any(String) }],
  ["days=7", { days: 7 }],
  ["days=7&queueId=2", { days: 7, queueId: 2 }],
  ["date_from=2026-10-01", { date_from: "2026-10-01" }],
  ["date_from=2026-02-30", { date_from: expect.not.stringContaining("2026-02-30"), date_to: expect.any(String) }],
  ["date_from=ontem&days=-1&userId=x", { date_from: expect.any(String), date_to: expect.any(String) }],
  ["days=0&queueId=0", { date_from: expect.any(String), date_to: expect.any(String), queueId: 0 }],
])("the address ?%s asks for %j", (search, query) => {
  expect(placeOf(search, ZONE).query).toEqual(query);
});

test("the tickets behind a number are narrowed by the address", () => {
  const place = placeOf("days=7&queueId=2&of=finished&ofUser=3", ZONE);
  expect(lookedQuery(place, place.looked!)).toEqual({ of: "finished", days: 7, queueId: 2, userId: 3 });
  const day = placeOf("days=7&of=finished&day=2026-11-03", ZONE);
  expect(lookedQuery(day, day.looked!)).toEqual({ of: "finished", date_from: "2026-11-03", date_to: "2026-11-03" });
  const hour = placeOf("of=created&hour=9", ZONE);
  expect(lookedQuery(hour, hour.looked!)).toMatchObject({ of: "created", hour: 9 });
  expect(placeOf("of=everything", ZONE).looked).toBeUndefined();
});
