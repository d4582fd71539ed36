import { and, desc, gt, isNull, min, sql } from "drizzle-orm";
import { millisecondsInDay } from "date-fns/constants";
import type { ConnectionRow } from "../connections/table.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { paceOf } from "./paces.ts";

/** So many numbers are asked for at once at most; a whole list at once gets a number banned (reference/bulk-sending.md). */
export const MOST_CHECKED = 50;

/** How the network is asked about many numbers. Nobody knows a safe rate: ten thousand at once got a number banned. */
export interface CheckPace {
  /** So many numbers at once, and ms between two questions: at least, and at most. */
  portion: number;
  pause: { from: number; to: number };
  /** Within 24 hours, all questions of campaigns counted: for a number in its first week (twice as many in each that follows) … */
  newNumber: number;
  /** … and for any. */
  perDay: number;
}

export const CHECK_PACE: CheckPace = {
  portion: MOST_CHECKED,
  pause: { from: 60_000, to: 120_000 },
  newNumber: 500,
  perDay: 5000,
};

/** About how many numbers a connection may ask within 24 hours. */
export function mostInDay(db: Read, connection: ConnectionRow, pace: CheckPace, now: number): number {
  const since = paceOf(db, connection)?.since ?? connection.createdAt;
  const weeks = Math.max(0, Math.floor((now - since) / (7 * millisecondsInDay)));
  return Math.min(pace.perDay, pace.newNumber * 2 ** weeks);
}

/** Of the last so many numbers that were asked about, more than so many are nobody's: the list is one of wrong numbers. */
const LAST = 50, TOO_MANY = Math.floor(LAST / 3);

/** How many more numbers may be asked about at once: none before `goesOnAt` (ms). */
export interface Leave {
  count: number;
  goesOnAt: number;
}

/**
 * What a campaign may ask now. Whoever exists is written to and so comes at the pace of sending, with its own caps; whoever
 * does not costs no message. So where many do not, there is a pause after each portion, as with whole lists, and a day
 * takes no more of them than it does of a list's numbers. All of it is known from the answers: a restart hurries nothing.
 */
export function leaveToAsk(db: Read, connection: ConnectionRow, now: number, pace: CheckPace = CHECK_PACE): Leave {
  const last = lastAnswers(db, { most: LAST }), wrong = last.filter(({ jid }) => jid === null).length;
  if (wrong === 0) return { count: pace.portion, goesOnAt: now };
  const { count, firstAt } = wrongSince.one(db, { since: now - millisecondsInDay })!;
  const left = mostInDay(db, connection, pace, now) - count;
  if (left <= 0) return { count: 0, goesOnAt: Math.max(now + 1, (firstAt ?? now) + millisecondsInDay) };
  const again = wrong > TOO_MANY ? afterPause(last[0]!.checkedAt, pace) : now;
  // A clock that was set back makes nobody wait for longer than the longest pause.
  const waits = again > now && again - now <= pace.pause.to;
  return { count: waits ? 0 : Math.min(pace.portion, left), goesOnAt: waits ? again : now };
}

const lastAnswers = prepared((db) =>
  db.select({ jid: numberCheckTable.jid, checkedAt: numberCheckTable.checkedAt }).from(numberCheckTable)
    .orderBy(desc(numberCheckTable.checkedAt)).limit(prepared.arg("most")).prepare()
);
const wrongSince = prepared((db) =>
  db.select({ count: sql<number>`count(*)`, firstAt: min(numberCheckTable.checkedAt) }).from(numberCheckTable)
    .where(and(gt(numberCheckTable.checkedAt, prepared.arg("since")), isNull(numberCheckTable.jid))).prepare()
);

/** As if drawn by lot, but the same whenever it is asked for: a screen says it, and it outlives the process. */
function afterPause(at: number, { pause: { from, to } }: CheckPace): number {
  const lot = (Math.imul(at | 0, 0x9e3779b1) >>> 0) / 2 ** 32;
  return Math.round(at + from + lot * (to - from));
}
