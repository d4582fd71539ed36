import { millisecondsInDay } from "date-fns/constants";
import type { CheckPace } from "./check_pace.ts";

/** What is still to be asked about, and how much of it may be asked at once. */
interface Ahead {
  /** Numbers of which the network has not spoken lately. */
  left: number;
  /** About how many it may be asked until `dayEndsAt` (ms). */
  today: number;
  dayEndsAt: number;
  now: number;
}

/** No check is foretold for longer than so many days. */
const MOST_DAYS = 3650;

/** When all of them will have been asked about (ms), if nothing comes in between; nothing when that is too far. */
export function checkEndsAt(
  { left, today, dayEndsAt, now }: Ahead,
  perDay: (at: number) => number,
  { portion, pause }: Pick<CheckPace, "portion" | "pause">,
): number | undefined {
  const takes = (count: number) => Math.ceil(count / portion) * ((pause.from + pause.to) / 2);
  // The pauses themselves let so many through in a day.
  const byPauses = Math.floor(millisecondsInDay / ((pause.from + pause.to) / 2)) * portion;
  let at = now, still = left, may = today, nextDay = dayEndsAt;
  for (let day = 0; day < MOST_DAYS; day++) {
    if (still <= may) return Math.round(at + takes(still));
    still -= may;
    at = Math.max(nextDay, at + takes(may));
    nextDay = at + millisecondsInDay;
    may = Math.min(byPauses, perDay(at));
  }
}
