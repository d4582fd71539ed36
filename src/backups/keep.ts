import { type Named, readKey } from "./keys.ts";

/** What a target keeps of each company. */
export interface KeepRules {
  /** So many days every minute can be restored. */
  minutes: number;
  /** So many days back the end of each day, by UTC · so many weeks back the end of each Sunday. */
  days: number;
  weeks: number;
}

export const KEPT: KeepRules = { minutes: 1, days: 7, weeks: 4 };

const DAY = 86_400_000, WEEK = 7 * DAY;
/** A Monday began at this moment (ms). */
const MONDAY = Date.UTC(1970, 0, 5);

/** What the clock says (ms), and the moments at which it said so on earlier days, one each, oldest first. */
export interface Days {
  now: number;
  counted: readonly number[];
}

/**
 * The moment (ms) that lies at least so many days back, by the clock and by the days that were really lived through: a clock
 * that jumps a year ahead makes nothing old. One day more is asked for, because the newest may be such a jump.
 */
export function daysBack({ now, counted }: Days, days: number): number {
  const lived = counted.filter((at) => at <= now).toSorted((one, other) => other - one);
  return Math.min(now - days * DAY, lived[days + 1] ?? -Infinity);
}

/** How many days the longest of the rules reaches back. */
export function longest({ minutes, days, weeks }: KeepRules): number {
  return Math.max(minutes, days, 7 * weeks);
}

/** The keys of one company's bases and pieces that no kept moment needs, in the order in which they may go. */
export function toDelete(keys: readonly string[], days: Days, rules: KeepRules): string[] {
  const named = keys.map((key) => ({ key, ...readKey(key) })) as ({ key: string } & Partial<Named>)[];
  const bases = named.flatMap((one) => one.what === "base" ? [one.generation!] : []).sort((a, b) => a - b);
  const since = daysBack(days, rules.minutes), first = newestBy(bases, since);
  // Nothing is old enough to be what all younger moments are reached from.
  if (first === undefined) return [];
  const kept = new Set(momentsBefore(since, days, rules).map((at) => newestBy(bases, at)));
  const goes = named.flatMap((one) => one.what === "base" ? [{ key: one.key, at: one.generation! }] : [])
    .filter(({ at }) => at < first && !kept.has(at)).toSorted((one, other) => one.at - other.at);
  // A base goes before its pieces: what is left of them is then part of an older base's way, and not the end of its own.
  return [
    ...goes.map(({ key }) => key),
    ...named.flatMap((one) => one.what === "wal" && one.generation! < first ? [one.key] : []),
  ];
}

/** The ends of days and of weeks that are to be kept (ms), older than `since`. */
function momentsBefore(since: number, days: Days, rules: KeepRules): number[] {
  return [
    ...endsOf({ length: DAY, from: daysBack(days, rules.days), until: since, offset: 0 }),
    ...endsOf({ length: WEEK, from: daysBack(days, 7 * rules.weeks), until: since, offset: MONDAY }),
  ];
}

/** At most so many ends are looked at: there are no backups from before the product. */
const MOST_ENDS = 4000;

function endsOf({ length, from, until, offset }: Record<"length" | "from" | "until" | "offset", number>): number[] {
  const last = Math.floor((until - offset) / length) * length + offset, ends: number[] = [];
  for (let at = last; at >= from && ends.length < MOST_ENDS; at -= length) ends.push(at);
  return ends;
}

function newestBy(sorted: readonly number[], at: number): number | undefined {
  return sorted.findLast((each) => each <= at);
}
