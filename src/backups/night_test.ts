import { expect, test } from "vitest";
import { isDue, quietMoment } from "./night.ts";
import type { Proof } from "./table.ts";

const HOUR = 3_600_000;
const MIDNIGHT = new Date("2026-11-20T12:00:00Z").setHours(0, 0, 0, 0);
const EARLY = new Uint8Array([0, 0]), LATE = new Uint8Array([0, 179]);

test.each([
  [EARLY, 1.4, -1, false],
  [EARLY, 1.5, 0, true],
  [EARLY, 4.4, 0, true],
  [EARLY, 4.6, 0, false],
  [LATE, 4.4, -1, false],
  [LATE, 4.5, 0, true],
  [LATE, 14, 0, false],
])("quiet hours of %o at %f o'clock", (own, hour, day, isNow) => {
  const quiet = quietMoment(MIDNIGHT + hour * HOUR, own);
  const began = MIDNIGHT + day * 24 * HOUR + (1.5 + own[1]! / 60) * HOUR;
  expect(quiet).toEqual({ at: began, isNow });
});

const proof = (at: number, fault: string | null = null): Proof => ({
  targetId: 1,
  companyId: 2,
  at,
  newest: null,
  messages: null,
  fault,
});
const NIGHT = { at: MIDNIGHT, isNow: true }, DAY = { at: MIDNIGHT, isNow: false };

test.each<[string, Proof | undefined, typeof NIGHT, boolean]>([
  ["never, by day", undefined, DAY, false],
  ["never, by night", undefined, NIGHT, true],
  ["yesterday, by day", proof(MIDNIGHT - 20 * HOUR), DAY, false],
  ["yesterday, by night", proof(MIDNIGHT - 20 * HOUR), NIGHT, true],
  ["this night", proof(MIDNIGHT + HOUR), NIGHT, false],
  ["two days ago, by day", proof(MIDNIGHT - 40 * HOUR), DAY, true],
  ["with a fault, half an hour ago", proof(MIDNIGHT + 1.6 * HOUR, "damaged"), DAY, false],
  ["with a fault, an hour ago", proof(MIDNIGHT + HOUR, "damaged"), DAY, true],
  ["by a clock that was a year ahead, by night", proof(MIDNIGHT + 9000 * HOUR), NIGHT, true],
])("a backup that was proven %s", (_, last, quiet, is) => {
  expect(isDue(last, MIDNIGHT + 2 * HOUR, quiet)).toBe(is);
});
