import { onTestFinished, vi } from "vitest";

/** It is so much (ms) later at once. For the rest of the test, whose clock stands still then, no time passes by itself. */
export function passTime(ms: number): void {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
  }
  vi.setSystemTime(Date.now() + ms);
}
