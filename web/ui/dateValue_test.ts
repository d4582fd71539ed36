import { expect, test } from "vitest";
import { isHalfTyped, meantBy, readDate, writeDate } from "./dateValue.ts";

test.each([
  ["2026-12-24", false],
  ["2028-02-29", false],
  ["2026-12-24T09:05", true],
])("%s is read and written the same way", (text, withTime) => {
  expect(writeDate(readDate(text, withTime))).toBe(text);
});

test("nothing is nothing, and a day that no month has is its last one", () => {
  expect(readDate("")).toBe(null);
  expect(writeDate(null)).toBe("");
  expect(writeDate(readDate("2026-02-31"))).toBe("2026-02-28");
});

test.each([
  ["0002-12-24", true, ["2002-12-24"]],
  ["0026-12-24", true, ["2026-12-24"]],
  ["0202-12-24", true, [""]],
  ["2026-12-24", false, []],
])("of %s the year is still being typed: %s", (text, isHalf, meant) => {
  const date = readDate(text)!;
  expect(isHalfTyped(date)).toBe(isHalf);
  expect(isHalf ? [writeDate(meantBy(date))] : []).toEqual(meant);
});
