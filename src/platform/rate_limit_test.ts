import { expect, test } from "vitest";
import { RateLimit } from "./rate_limit.ts";

test("what happened too often within the window is stopped, for that key only, until it is over", () => {
  const limit = new RateLimit(3, 1000);
  for (const now of [0, 100, 200]) limit.count("ana", now);
  expect([limit.isReached("ana", 300), limit.isReached("bruno", 300)]).toEqual([true, false]);
  expect([limit.isReached("ana", 999), limit.isReached("ana", 1000)]).toEqual([true, false]);
  limit.takeBack("ana");
  expect(limit.isReached("ana", 300)).toBe(false);
  limit.count("ana", 300);
  limit.clear("ana");
  expect(limit.isReached("ana", 300)).toBe(false);
});

test("many keys that are long past are forgotten, and those that are stopped stay stopped", () => {
  const limit = new RateLimit(1, 1000);
  for (let nth = 0; nth < 10_000; nth++) limit.count(`old ${nth}`, 0);
  limit.count("now", 5000);
  expect([limit.isReached("now", 5001), limit.isReached("old 1", 5001)]).toEqual([true, false]);
});
