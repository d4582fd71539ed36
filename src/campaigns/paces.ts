import { and, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { millisecondsInDay } from "date-fns/constants";
import { type ConnectionRow, connectionTable } from "../connections/table.ts";
import { kindOf } from "../contract/channels.ts";
import type { CampaignPace, CampaignSettings } from "../contract/campaign_settings.ts";
import { refuse } from "../contract/errors.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { momentOf } from "../platform/moment.ts";
import { type Cap, capOf } from "../shared/campaigns/governor.ts";
import { dayIn, startOfDay } from "../shared/clock.ts";
import { campaignPaceTable, campaignSendTable } from "./table.ts";

export type PaceRow = typeof campaignPaceTable.$inferSelect;

/** How a connection paces campaigns; nothing when it never did, or did with another number. */
export function paceOf(db: Read, { id, number }: ConnectionRow): PaceRow | undefined {
  const had = byConnection.one(db, { connectionId: id });
  return had && (had.number === number || number === "") ? had : undefined;
}

/** Begins anew for a number. What was linked before there were campaigns is as old as its connection. */
export function makePace(db: Write, { id, number, createdAt }: ConnectionRow, now: number): PaceRow {
  const isAnother = byConnection(db, { connectionId: id }).length > 0;
  const fresh = { number, since: isAnother ? now : Math.min(createdAt, now), nextAt: 0, inRow: 0, dayCap: null };
  return db.insert(campaignPaceTable).values({ connectionId: id, ...fresh })
    .onConflictDoUpdate({ target: campaignPaceTable.connectionId, set: fresh }).returning().get();
}

const byConnection = prepared((db) =>
  db.select().from(campaignPaceTable).where(eq(campaignPaceTable.connectionId, prepared.arg("connectionId"))).prepare()
);

export function setPace(db: Write, connectionId: number, values: Partial<PaceRow>): void {
  db.update(campaignPaceTable).set(values).where(eq(campaignPaceTable.connectionId, connectionId)).run();
}

const countStrangers = prepared((db) =>
  db.select({ count: sql<number>`count(*)` }).from(campaignSendTable).where(and(
    eq(campaignSendTable.connectionId, prepared.arg("connectionId")),
    gte(campaignSendTable.putAt, prepared.arg("since")),
    eq(campaignSendTable.isStranger, true),
  )).prepare()
);

/** To how many strangers a connection wrote since a moment (ms). */
export function strangersSince(db: Read, connectionId: number, since: number): number {
  return countStrangers.one(db, { connectionId, since })!.count;
}

/** To how many strangers a connection wrote on the day that a moment is in. */
export function strangersToday(db: Read, connectionId: number, timeZone: string, now: number): number {
  return strangersSince(db, connectionId, startOfDay(timeZone, dayIn(timeZone, now)));
}

/** Meta's words for wanting fewer messages: of marketing to somebody (131049), of an account (130429), or as spam (131048). */
const SLOWS = ["ERR_META_CAPPED", "ERR_META_TOO_MANY", "ERR_META_SPAM"];

const countTurnedAway = prepared((db) =>
  db.select({
    all: sql<number>`count(*)`,
    turnedAway: sql<number>`count(*) filter (where ${inArray(campaignSendTable.failure, SLOWS)})`,
  }).from(campaignSendTable).where(and(
    eq(campaignSendTable.connectionId, prepared.arg("connectionId")),
    gte(campaignSendTable.putAt, prepared.arg("since")),
  )).prepare()
);

/** How many of a connection's messages were turned away since a moment (ms) because Meta wants fewer, and of how many. */
export function turnedAwaySince(db: Read, connectionId: number, since: number): { all: number; turnedAway: number } {
  return countTurnedAway.one(db, { connectionId, since })!;
}

/** Each stranger once: what follows to somebody who has not answered says nothing new of how the number is received. */
const answers = prepared((db) =>
  db.select({ strangers: sql<number>`count(*)`, answered: sql<number>`count(${campaignSendTable.answeredAt})` })
    .from(campaignSendTable).where(and(
      eq(campaignSendTable.connectionId, prepared.arg("connectionId")),
      gte(campaignSendTable.putAt, prepared.arg("from")),
      lt(campaignSendTable.putAt, prepared.arg("to")),
      eq(campaignSendTable.isStranger, true),
      lte(campaignSendTable.step, 1),
    )).prepare()
);

/** To how many strangers it wrote in the last month, and how many of them have answered. */
export interface Replies {
  strangers: number;
  answered: number;
}

/** Who was written to less than a day ago still has time to answer. */
export function repliesTo(db: Read, connectionId: number, now: number): Replies {
  const span = { from: now - 30 * millisecondsInDay, to: now - millisecondsInDay };
  return answers.one(db, { connectionId, ...span })!;
}

/** What it may write to strangers in a day. */
export function capFor(
  db: Read,
  { connectionId, since, dayCap }: PaceRow,
  { newNumberCap }: CampaignSettings,
  now: number,
  replies: Replies = repliesTo(db, connectionId, now),
): Cap {
  return capOf({ since, now, ...replies }, { newNumberCap, dayCap });
}

/** An account at the Cloud API earns no trust by its age with us: Meta itself says to how many it may write first. */
export function rulesFor(connection: ConnectionRow, settings: CampaignSettings): CampaignSettings {
  return kindOf(connection) === "cloud" ? { ...settings, newNumberCap: 0 } : settings;
}

/** Every connection that campaigns can use, as their settings show it. */
export function listPaces(db: Write, settings: CampaignSettings, timeZone: string, now: number): CampaignPace[] {
  return db.select().from(connectionTable).where(eq(connectionTable.channel, "whatsapp")).orderBy(connectionTable.id)
    .all().map((connection) => {
      const pace = paceOf(db, connection) ?? makePace(db, connection, now), rules = rulesFor(connection, settings);
      const cap = capFor(db, pace, rules, now);
      return {
        connectionId: connection.id,
        name: connection.name,
        since: momentOf(pace.since),
        days: cap.days,
        dayCap: pace.dayCap,
        strangersADay: cap.perDay === Infinity ? null : cap.perDay,
        strangersToday: strangersToday(db, connection.id, timeZone, now),
        replyRate: cap.replyRate,
        isRestricted: connection.situation === "restricted",
      };
    });
}

/** A person says since when a number is in use, or what it may write to strangers in a day. */
export function changePace(
  db: Write,
  connectionId: number,
  { since, dayCap }: { since?: string; dayCap?: number | null },
  { timeZone, now }: { timeZone: string; now: number },
): void {
  const connection = db.select().from(connectionTable).where(eq(connectionTable.id, connectionId)).all()[0] ??
    refuse("ERR_NO_WAPP_FOUND");
  if (!paceOf(db, connection)) makePace(db, connection, now);
  const from = since === undefined ? undefined : startOfDay(timeZone, since);
  if (from !== undefined && (Number.isNaN(from) || from > now)) {
    refuse("ERR_INVALID_INPUT", { fields: { since: "invalid" } });
  }
  setPace(db, connectionId, { ...from !== undefined && { since: from }, ...dayCap !== undefined && { dayCap } });
}
