import type { PushHours } from "../contract/push.ts";
import { dayIn, shownIn } from "../shared/clock.ts";

/** Whether a person works at a moment (ms), by the clocks of their company; who chose no hours wants to be told always. */
export function isAtWork(hours: PushHours | null, timeZone: string, now: number): boolean {
  if (!hours) return true;
  const { days, from, to } = hours, time = shownIn(timeZone, now, "HH:mm");
  const today = new Date(dayIn(timeZone, now)).getUTCDay(), yesterday = (today + 6) % 7;
  if (from < to) return days.includes(today) && from <= time && time < to;
  // A night's work belongs to the day on which it began.
  return (days.includes(today) && time >= from) || (days.includes(yesterday) && time < to);
}
