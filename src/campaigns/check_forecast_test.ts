import { expect, test } from "vitest";
import { checkEndsAt } from "./check_forecast.ts";

const MINUTE = 60_000, DAY = 86_400_000;
const PACE = { portion: 50, pause: { from: MINUTE, to: 2 * MINUTE } };
const ends = (left: number, today: number, perDay: (at: number) => number = () => 500) =>
  checkEndsAt({ left, today, dayEndsAt: DAY / 2, now: 0 }, perDay, PACE);

test.each([
  ["nothing is left", 0, 500, 0],
  ["one portion, and its pause", 50, 500, 1.5 * MINUTE],
  ["all of it fits in today", 500, 500, 15 * MINUTE],
  ["the rest comes when today's is over", 600, 500, DAY / 2 + 3 * MINUTE],
  ["nothing more today", 50, 0, DAY / 2 + 1.5 * MINUTE],
  ["three more days", 500 + 500 + 500 + 50, 500, DAY / 2 + 2 * DAY + 1.5 * MINUTE],
])("%s", (_, left, today, at) => {
  expect(ends(left, today)).toBe(at);
});

test("a number that is allowed more each week ends sooner, and what would take longer than ten years is not foretold", () => {
  const doubling = (at: number) => 500 * 2 ** Math.floor(at / (7 * DAY));
  expect(ends(20_000, 0, doubling)!).toBeLessThan(ends(20_000, 0)!);
  expect(ends(10, 0, () => 0)).toBeUndefined();
});

test("however much a day allows, the pauses let through no more than they do", () => {
  // 48,000 in a day of portions of 50, a minute and a half apart.
  expect(ends(100_000, 48_000, () => 1_000_000)!).toBeGreaterThan(2 * DAY);
});
