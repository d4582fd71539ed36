import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { eq, inArray } from "drizzle-orm";
import { type ConnectionRow, connectionTable } from "../connections/table.ts";
import type { CampaignSettings } from "../contract/campaign_settings.ts";
import type { Read } from "../platform/company.ts";
import type { ForecastLine } from "../shared/campaigns/forecast.ts";
import { type Cap, capOf } from "../shared/campaigns/governor.ts";
import { capFor, paceOf, type PaceRow, rulesFor, strangersToday, turnedAwaySince } from "./paces.ts";
import { type Heard, heardOf, networkLeaves } from "./reach.ts";

/** A connection with what it may send today. */
export interface Line {
  connection: ConnectionRow;
  pace: PaceRow | undefined;
  cap: Cap;
  done: number;
  /** What the network said last; nothing while it is not known. */
  heard: Heard | undefined;
  /** To how many more strangers the network lets it write; Infinity where it does not say. */
  allowed: number;
  /** To how many it may write yet today. */
  left: number;
  /** How many of its last hour's messages Meta has turned away, because it wants fewer; 0 for a few among many. */
  turnedAway: number;
}

/** Fewer than so many are no sign, and less than this part of all. */
const SIGN = 5, PART = 0.05;

/** Those that are named, or the default one. */
export function linesOf(db: Read, ids: number[], settings: CampaignSettings, timeZone: string, now: number): Line[] {
  const rows = ids.length > 0
    ? db.select().from(connectionTable).where(inArray(connectionTable.id, ids)).orderBy(connectionTable.id).all()
    : db.select().from(connectionTable).where(eq(connectionTable.isDefault, true)).all();
  return rows.map((connection) => {
    const rules = rulesFor(connection, settings);
    const pace = paceOf(db, connection);
    const cap = pace
      ? capFor(db, pace, rules, now)
      : capOf({ since: connection.createdAt, now, strangers: 0, answered: 0 }, { ...rules, dayCap: null });
    const done = strangersToday(db, connection.id, timeZone, now), heard = heardOf(db, connection.id, now);
    const allowed = allowedBy(db, connection, heard, now);
    const left = Math.max(0, Math.min(cap.perDay - done, allowed));
    return { connection, pace, cap, done, heard, allowed, left, turnedAway: turnedAwayOf(db, connection, now) };
  });
}

function turnedAwayOf(db: Read, { id }: ConnectionRow, now: number): number {
  const { all, turnedAway } = turnedAwaySince(db, id, now - millisecondsInHour);
  return turnedAway >= SIGN && turnedAway >= all * PART ? turnedAway : 0;
}

function allowedBy(db: Read, { id, situation }: ConnectionRow, heard: Heard | undefined, now: number): number {
  if (situation === "restricted") return 0;
  return heard ? networkLeaves(db, id, heard, now) : Infinity;
}

/** How fast it goes, for the forecast. */
export function lineOf(
  { connection, pace, cap, left }: Line,
  settings: CampaignSettings,
  now: number,
): ForecastLine {
  const { newNumberCap } = rulesFor(connection, settings);
  const since = pace?.since ?? connection.createdAt;
  return {
    isUp: connection.status === "CONNECTED",
    strangersOn(day) {
      if (day === 0) return left;
      const then = { since, now: now + day * millisecondsInDay, strangers: 0, answered: 0 };
      const byAge = capOf(then, { newNumberCap, dayCap: pace?.dayCap ?? null }).perDay;
      return cap.why === "few_answers" ? Math.max(1, Math.floor(byAge / 2)) : byAge;
    },
  };
}
