import { dayAfter, dayIn, daysBetween, startOfDay } from "../clock.ts";
import { type Calendar, stretchesFrom } from "./hours.ts";

/** A connection, as far as it says how fast a campaign goes. */
export interface ForecastLine {
  /** Strangers a day on the day that is so many days after today; today's without those that it wrote to already. */
  strangersOn(day: number): number;
  /** It sends at all. */
  isUp: boolean;
}

export interface Forecast {
  calendar: Calendar;
  /** ms; when it goes on. */
  from: number;
  /** YYYY-MM-DD; the day from which the lines count. */
  today: string;
  /** To how many strangers and known people it has yet to write. */
  strangers: number;
  known: number;
  /** ms that a message takes, with its pause. */
  perMessage: number;
  lines: readonly ForecastLine[];
}

/** Who is looked ahead for longer than this (days) is told that nobody can say. */
const MOST_DAYS = 400;

/**
 * When the last message will have left if nothing changes, in ms since 1970; nothing when nobody can say. Each day's stretches
 * are filled by all connections that are up, each with what its day allows.
 */
export function endOf({ calendar, from, today, strangers, known, perMessage, lines }: Forecast): number | undefined {
  const up = lines.filter(({ isUp }) => isUp);
  if (up.length === 0) return undefined;
  const left = { strangers, known };
  let end = from;
  const days = new Map<string, number[]>();
  for (const stretch of stretchesByDay(calendar, from)) {
    if (left.strangers + left.known <= 0) return end;
    const nth = daysBetween(today, stretch.day);
    if (nth > MOST_DAYS) return undefined;
    const caps = days.get(stretch.day) ?? up.map((line) => line.strangersOn(nth));
    days.set(stretch.day, caps);
    end = fill(stretch, caps, left, perMessage) ?? end;
  }
  return left.strangers + left.known <= 0 ? end : undefined;
}

/** Lets all connections send in one stretch; answers when the last of what they sent has left. */
function fill(
  { from, to }: { from: number; to: number },
  caps: number[],
  left: { strangers: number; known: number },
  perMessage: number,
): number | undefined {
  const fits = perMessage > 0 ? Math.floor((to - from) / perMessage) : Infinity;
  const room = caps.map(() => fits);
  const sent = caps.map(() => 0);
  share(room, sent, caps, left, "strangers");
  share(room, sent, caps.map(() => Infinity), left, "known");
  const most = Math.max(...sent);
  return most === 0 ? undefined : from + Math.max(0, most - 1) * perMessage;
}

/** Spreads what is left evenly over those who have room and may. */
function share(
  room: number[],
  sent: number[],
  caps: number[],
  left: { strangers: number; known: number },
  which: "strangers" | "known",
): void {
  while (left[which] > 0) {
    const open = room.map((_, nth) => nth).filter((nth) => room[nth]! > 0 && caps[nth]! > 0);
    if (open.length === 0) return;
    const each = Math.max(1, Math.floor(left[which] / open.length));
    for (const nth of open) {
      const count = Math.min(each, room[nth]!, caps[nth]!, left[which]);
      room[nth]! -= count;
      caps[nth]! -= count;
      sent[nth]! += count;
      left[which] -= count;
    }
  }
}

/** The stretches, cut at midnight, because what may be sent is counted by days. */
function* stretchesByDay(calendar: Calendar, from: number): Generator<{ day: string; from: number; to: number }> {
  for (const { from: begin, to } of stretchesFrom(calendar, from)) {
    let at = begin;
    for (let nth = 0; at < to && nth <= MOST_DAYS + 1; nth++) {
      const day = dayIn(calendar.timeZone, at);
      const end = Math.min(to, startOfDay(calendar.timeZone, dayAfter(day)));
      yield { day, from: at, to: end };
      at = end;
    }
  }
}
