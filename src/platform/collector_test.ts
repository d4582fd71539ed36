import { expect, test, vi } from "vitest";
import { IdleCollector } from "./collector.ts";

test("what is done with is let go while nothing goes on, and only when it is worth it", () => {
  let cpu = 0, heap = 70e6;
  const run = vi.fn(() => void (heap = 40e6)), collector = new IdleCollector(run, () => heap, () => cpu);
  const began = performance.now();
  let seconds = 0;
  const pass = (busy: number) => {
    seconds += 15;
    cpu += busy * 15_000;
    collector.look(began + seconds * 1000);
    return run.mock.calls.length;
  };
  expect(pass(0.5)).toBe(0);
  expect(pass(0.01)).toBe(1);
  expect(pass(0.01)).toBe(1);
  heap = 60e6;
  expect(pass(0.9)).toBe(1);
  expect(pass(0.02)).toBe(2);
});
