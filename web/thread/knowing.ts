import type { Message } from "../../src/contract/messages.ts";
import type { Thread } from "./thread.ts";

/** A colleague's answer that has been on the screen for less than this (ms) may not have been noticed by who types. */
const NOTICED_AFTER = 10_000;

/** When colleagues' answers came in, by message id. */
const arrivals = new Map<number, number>();

/** A colleague has just answered. */
export function noteAnswerOfColleague({ id }: Message, now: number): void {
  arrivals.set(id, now);
  for (const [old, at] of arrivals) if (now - at > NOTICED_AFTER) arrivals.delete(old);
}

/** Who was asked about them has noticed them. */
export function noticeAnswers(): void {
  arrivals.clear();
}

/** The newest message that who writes now must have seen; nothing when the thread stands at an old place. */
export function newestSeen(thread: Thread | null | undefined, now: number): number | undefined {
  if (!thread || thread.hasNewer) return undefined;
  const ids = thread.messages.slice(-100).map(({ id }) => id);
  const unnoticed = ids.filter((id) => now - (arrivals.get(id) ?? -Infinity) < NOTICED_AFTER);
  const newest = unnoticed.length ? Math.min(...unnoticed) - 1 : Math.max(0, ...ids);
  return newest > 0 ? newest : undefined;
}
