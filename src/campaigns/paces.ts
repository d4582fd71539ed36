import { and, eq, gte, lt, lte, sql } from "drizzle-orm";
import { millisecondsInDay } from "date-fns/constants";
import { type ConnectionRow, connectionTable } from "../connections/table.ts";
import type { CampaignPace, CampaignSettings } from "../contract/campaign_settings.ts";
import { refuse } from "../contract/errors.ts";
import { prepared, type Read, type Write } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { type Cap, capOf } from "../shared/campaigns/governor.ts";
import { dayIn, startOfDay } from "../shared/clock.ts";
import { campaignPaceTable, campaignSendTable } from "./table.ts";

export type PaceRow = typeof campaignPaceTable.$inferSelect;

/** How a connection paces campaigns; nothing when it never did, or did with another number. */
export function paceOf(db: Read, { id, number }: ConnectionRow): PaceRow | undefined {
  const had = byConnection(db, { connectionId: id })[0];
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
  return countStrangers(db, { connectionId, since })[0]!.count;
}

/** To how many strangers a connection wrote on the day that a moment is in. */
export function strangersToday(db: Read, connectionId: number, timeZone: string, now: number): number {
  return strangersSince(db, connectionId, startOfDay(timeZone, dayIn(timeZone, now)));
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

/** What it may write to strangers in a day. Who was written to less than a day ago still has time to answer. */
export function capFor(db: Read, pace: PaceRow, { newNumberCap }: CampaignSettings, now: number): Cap {
  const { connectionId, since, dayCap } = pace;
  const span = { from: now - 30 * millisecondsInDay, to: now - millisecondsInDay };
  const { strangers, answered } = answers(db, { connectionId, ...span })[0]!;
  return capOf({ since, now, strangers, answered }, { newNumberCap, dayCap });
}

/** Every connection that campaigns can use, as their settings show it. */
export function listPaces(db: Write, settings: CampaignSettings, timeZone: string, now: number): CampaignPace[] {
  return db.select().from(connectionTable).where(eq(connectionTable.channel, "whatsapp")).orderBy(connectionTable.id)
    .all().map((connection) => {
      const pace = paceOf(db, connection) ?? makePace(db, connection, now), cap = capFor(db, pace, settings, now);
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
