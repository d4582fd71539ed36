import { and, asc, eq, inArray, isNotNull, isNull, lte, or } from "drizzle-orm";
import { billLookupTable } from "../bot/table.ts";
import { stopCampaign } from "../campaigns/move.ts";
import { campaignTable } from "../campaigns/table.ts";
import type { HeldKind, HoldReason } from "../contract/holding.ts";
import { botHoldTable } from "../outside_bots/table.ts";
import { giveUp } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { scheduleTable } from "../schedules/table.ts";
import { apiRequestTable } from "../send_api/table.ts";
import { cycleTable } from "../tickets/table.ts";
import { deliveryTable } from "../webhooks/table.ts";
import { HELD, heldIds } from "./held.ts";
import { heldItemTable, holdTable } from "./table.ts";

export interface Holding {
  why: HoldReason;
  /** Which moment the file is of (ms). */
  moment: number;
  now: number;
}

/**
 * Takes everything that would go out of a file out of the way, before anybody works with it: of a file of an earlier time, or
 * one from elsewhere, nobody can know what has left already. What is held in it since an earlier time is held along with it, for
 * one word about all. Answers how much that is. Nobody has it open, so nobody is told.
 */
export function holdAll(db: Write, { why, moment, now }: Holding): number {
  const { id: holdId } = db.insert(holdTable).values({ why, at: now, moment }).returning().get();
  const keep = (kind: HeldKind, items: { id: number; rank?: number }[]) => {
    for (const { id, rank = 0 } of items) {
      db.insert(heldItemTable).values({ holdId, kind, itemId: id, rank }).onConflictDoNothing().run();
    }
    return items.length;
  };
  silenceBot(db);
  // First, because it takes its own messages back from the outbox.
  const before = takeOver(db, holdId), campaigns = keep("campaign", stopCampaigns(db, now));
  const count = before + campaigns + keep("message", holdMessages(db)) + keep("schedule", holdSchedules(db, now)) +
    keep("request", holdRequests(db)) + keep("delivery", holdDeliveries(db));
  if (count === 0) db.delete(holdTable).where(eq(holdTable.id, holdId)).run();
  return count;
}

/** What still waits for a word of earlier. */
function takeOver(db: Write, holdId: number): number {
  let count = 0;
  for (const id of openHolds(db)) {
    if (id === holdId) continue;
    const held = heldIds(db, id);
    const items = db.select().from(heldItemTable).where(eq(heldItemTable.holdId, id)).all()
      .filter(({ kind, itemId }) => held[kind].includes(itemId));
    db.delete(heldItemTable).where(eq(heldItemTable.holdId, id)).run();
    db.delete(holdTable).where(eq(holdTable.id, id)).run();
    for (const item of items) db.insert(heldItemTable).values({ ...item, holdId }).onConflictDoNothing().run();
    count += items.length;
  }
  return count;
}

/** Lets go of what is held no more, because it is there no more. */
export function dropGone(db: Write): void {
  for (const id of openHolds(db)) {
    const held = heldIds(db, id), of = eq(heldItemTable.holdId, id);
    const keys = new Set(Object.entries(held).flatMap(([kind, ids]) => ids.map((itemId) => `${kind} ${itemId}`)));
    for (const { kind, itemId } of db.select().from(heldItemTable).where(of).all()) {
      if (keys.has(`${kind} ${itemId}`)) continue;
      db.delete(heldItemTable).where(and(of, eq(heldItemTable.kind, kind), eq(heldItemTable.itemId, itemId))).run();
    }
    if (Object.values(held).every((ids) => ids.length === 0)) db.delete(holdTable).where(eq(holdTable.id, id)).run();
  }
}

/** How much waits for a word. */
export function countHeld(db: Read): number {
  return openHolds(db).flatMap((id) => Object.values(heldIds(db, id)).flat()).length;
}

function openHolds(db: Read): number[] {
  return db.select({ id: holdTable.id }).from(holdTable).where(isNull(holdTable.decision)).all().map(({ id }) => id);
}

const untold: Emit = () => {};

function stopCampaigns(db: Write, now: number) {
  const running = db.select({ id: campaignTable.id }).from(campaignTable)
    .where(inArray(campaignTable.status, ["EM_ANDAMENTO", "PROGRAMADA"])).all();
  for (const { id } of running) stopCampaign(db, untold, id, { by: "held", now });
  return running;
}

/** What it was about to say by itself - a goodbye, that people take over, a bill - is of its moment alone. */
function silenceBot(db: Write): void {
  const { goodbyeAt, ratingUntil } = cycleTable;
  db.update(cycleTable).set({ goodbyeAt: null, ratingUntil: null }).where(
    or(isNotNull(goodbyeAt), isNotNull(ratingUntil)),
  )
    .run();
  db.update(botHoldTable).set({ message: "" }).where(isNotNull(botHoldTable.dueAt)).run();
  db.delete(billLookupTable).run();
}

/** A change that did not go out is undone: what everyone else sees counts. */
function holdMessages(db: Write) {
  const waiting = db.select().from(outboxTable).orderBy(asc(outboxTable.id)).all();
  for (const row of waiting) giveUp(db, untold, row, HELD);
  return waiting.filter(({ what }) => what === "send").map(({ messageId: id, rank }) => ({ id, rank }));
}

/** Those that are for later go when their time has come. */
function holdSchedules(db: Write, now: number) {
  const { id, status, sendAt, takenAt } = scheduleTable;
  return db.update(scheduleTable).set({ status: "ERRO", failure: HELD })
    .where(and(eq(status, "PENDENTE"), lte(sendAt, now), isNull(takenAt))).returning({ id }).all();
}

function holdRequests(db: Write) {
  const { id, state } = apiRequestTable;
  return db.update(apiRequestTable).set({ state: "failed", failure: HELD }).where(eq(state, "waiting"))
    .returning({ id }).all();
}

function holdDeliveries(db: Write) {
  const { id, state } = deliveryTable;
  return db.update(deliveryTable).set({ state: "failed" }).where(eq(state, "waiting")).returning({ id }).all();
}
