import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "./log.ts";
import { RareWarning } from "./rare_warning.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the first is told at once, the others of a minute in one line with their count, and none is lost", () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
  const one = new RareWarning("Odd", { company: 2, connection: 1 }),
    two = new RareWarning("Odd", {
      company: 2,
      connection: 7,
    });
  const counts = (connection: number) =>
    warned.mock.calls.filter(([, context]) => context?.connection === connection).map(([, context]) => context?.count);
  for (let nth = 0; nth < 500; nth++) one.warn({ what: `message ${nth}` });
  two.warn();
  expect([counts(1), counts(7)]).toEqual([[1], [1]]);
  vi.advanceTimersByTime(59_000);
  expect(counts(1)).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(counts(1)).toEqual([1, 499]);
  expect(warned.mock.lastCall).toEqual(["Odd", { company: 2, connection: 1, what: "message 499", count: 499 }]);
  one.warn();
  vi.advanceTimersByTime(60_000);
  expect(counts(1)).toEqual([1, 499, 1]);
  // A quiet minute, and the next is told at once again.
  vi.advanceTimersByTime(60_000);
  one.warn();
  expect(counts(1)).toEqual([1, 499, 1, 1]);
  expect(counts(7)).toEqual([1]);
});
