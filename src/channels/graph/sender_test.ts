import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { afterEach, expect, test, vi } from "vitest";
import { GraphSender } from "./sender.ts";

afterEach(() => void vi.useRealTimers());

test("a clock that is set back holds nothing for longer than Meta wanted", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const sender = new GraphSender({} as never, "cloud", {} as never);
  sender.hold(2000);
  expect(sender.heldUntil).toBe(Date.now() + 2000);
  vi.setSystemTime(Date.now() - hoursToMilliseconds(1));
  expect(sender.heldUntil).toBe(0);
  sender.hold(2000);
  expect(sender.heldUntil).toBe(Date.now() + 2000);
});
