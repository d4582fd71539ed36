import { expect, test } from "vitest";
import { momentIn } from "../shared/clock.ts";
import { isAtWork } from "./hours.ts";

const ZONE = "America/Sao_Paulo";
const DAY = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };
/** From Friday evening. */
const NIGHT = { days: [5], from: "22:00", to: "06:00" };

test.each([
  [null, "2026-11-22 03:00", true],
  [DAY, "2026-11-23 07:59", false],
  [DAY, "2026-11-23 08:00", true],
  [DAY, "2026-11-23 17:59", true],
  [DAY, "2026-11-23 18:00", false],
  [DAY, "2026-11-22 12:00", false],
  [NIGHT, "2026-11-20 21:59", false],
  [NIGHT, "2026-11-20 22:00", true],
  [NIGHT, "2026-11-21 05:59", true],
  [NIGHT, "2026-11-21 06:00", false],
  [NIGHT, "2026-11-20 05:00", false],
  [NIGHT, "2026-11-21 23:00", false],
])("%o at %s: %s", (hours, at, works) => {
  expect(isAtWork(hours, ZONE, momentIn(ZONE, at))).toBe(works);
});
