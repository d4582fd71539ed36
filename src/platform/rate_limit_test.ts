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

test("it says for how long, which grows shorter as time goes by", () => {
  const limit = new RateLimit(2, 1000);
  limit.count("ana", 0);
  expect(limit.wait("ana", 300)).toBe(0);
  limit.count("ana", 400);
  expect([limit.wait("ana", 400), limit.wait("ana", 999), limit.wait("ana", 1000)]).toEqual([600, 1, 0]);
});

test("one too many is refused with how long to wait, and is not counted itself", () => {
  const limit = new RateLimit(2, 10_000);
  for (const now of [0, 100]) limit.countOrRefuse("ana", now);
  const refused = expect.objectContaining({ code: "ERR_TOO_MANY_REQUESTS", rest: { detail: { seconds: 9 } } });
  expect(() => limit.countOrRefuse("ana", 1500)).toThrow(refused);
  limit.countOrRefuse("bruno", 1500);
  limit.countOrRefuse("ana", 10_000);
});

test("however many come, no more than 50,000 are remembered: those that were counted longest ago go first", () => {
  const limit = new RateLimit(1, 1000);
  limit.count("first", 0);
  limit.count("again", 0);
  for (let nth = 0; nth < 49_998; nth++) limit.count(`many ${nth}`, 0);
  limit.count("again", 1);
  limit.count("one more", 1);
  expect([limit.isReached("first", 2), limit.isReached("again", 2), limit.isReached("one more", 2)])
    .toEqual([false, true, true]);
});

test("who tried while the clock was a year ahead is not locked out when it is right again, and never for longer than the window", () => {
  const limit = new RateLimit(1, 1000), year = 31_536_000_000;
  limit.count("ana", year);
  expect(limit.isReached("ana", year)).toBe(true);
  expect(limit.isReached("ana", 0)).toBe(false);
  // A little ahead is what two who came at once have seen of the clock.
  limit.count("ana", 500);
  expect(limit.wait("ana", 0)).toBe(1000);
});
