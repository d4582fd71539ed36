import { expect, test } from "vitest";
import { momentOf } from "./restore.ts";

test.each([
  ["2026-11-20T14:31Z", "2026-11-20T14:31:59.999Z"],
  ["2026-11-20T14:31:05Z", "2026-11-20T14:31:05.999Z"],
  ["2026-11-20T14:31:05-03:00", "2026-11-20T17:31:05.999Z"],
  // As the command itself says the newest moment of a place.
  ["2026-11-20T14:31:05.128Z", "2026-11-20T14:31:05.128Z"],
])("--at %s is the end of what it names: %s", (text, moment) => {
  expect(new Date(momentOf(text)).toISOString()).toBe(moment);
});

test("--at a day is the end of that day here", () => {
  expect(momentOf("2026-11-20")).toBe(new Date(2026, 10, 20, 23, 59, 59, 999).getTime());
});
