import { milliseconds } from "date-fns/milliseconds";
import { randomBytes } from "node:crypto";
import { and, asc, eq, inArray, lte, not, sql } from "drizzle-orm";
import { ACK } from "../shared/delivery.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { prepared, preparedRun, preparedWrite } from "../platform/prepared.ts";
import { messageById, raiseAck, undoChange } from "../messages/change.ts";
import type { MessageRow } from "../messages/table.ts";
import { type OutboxRow, outboxTable } from "./table.ts";

/** Who goes first on a connection (behaviour.md, Sending). */
export const RANK = { attendant: 0, bot: 1, scheduled: 2, campaign: 3 } as const;

/** Older than this (ms) and still not sent: failed, visibly. */
const LIFE = milliseconds({ hours: 24 });

/** A network id of our own, in the shape WhatsApp's web clients use. */
export function newWid(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}

export interface Sending {
  messageId: number;
  connectionId: number;
  rank?: number;
}

export function enqueue(db: Write, { messageId, connectionId, rank = RANK.attendant }: Sending, now: number): void {
  insertSend(db, { messageId, connectionId, rank, dueAt: now, expiresAt: now + LIFE });
}

const insertSend = preparedRun((db) =>
  db.insert(outboxTable).values({
    messageId: prepared.value("messageId"),
    connectionId: prepared.value("connectionId"),
    what: "send",
    rank: prepared.value("rank"),
    dueAt: prepared.value("dueAt"),
    expiresAt: prepared.value("expiresAt"),
  }).onConflictDoNothing().prepare()
);

export type Changing = Exclude<OutboxRow["what"], "send">;

/** Lets everyone else know of a change to a message. What is said is read when it leaves: only the latest counts. */
export function enqueueChange(db: Write, { id, connectionId }: MessageRow, what: Changing, now: number): void {
  if (connectionId === null) return;
  // A new row, because the one before may be on its way with what it said then.
  db.delete(outboxTable).where(and(eq(outboxTable.messageId, id), eq(outboxTable.what, what))).run();
  const when = { dueAt: now, expiresAt: now + LIFE };
  db.insert(outboxTable).values({ messageId: id, connectionId, what, wid: newWid(), rank: RANK.attendant, ...when })
    .run();
}

/** What is tried again later holds back what follows it in its chat. */
const waitsForEarlier = sql`exists (
  select 1 from outbox earlier
  join messages theirs on theirs.id = earlier.message_id
  join messages ours on ours.id = ${outboxTable.messageId}
  where earlier.connection_id = ${outboxTable.connectionId} and earlier.rank = ${outboxTable.rank}
    and earlier.id < ${outboxTable.id} and earlier.due_at > ${
  prepared.arg("now")
} and theirs.contact_id = ours.contact_id)`;

const firstDue = prepared((db) =>
  db.select().from(outboxTable)
    .where(and(
      eq(outboxTable.connectionId, prepared.arg("connectionId")),
      lte(outboxTable.dueAt, prepared.arg("now")),
      not(waitsForEarlier),
    ))
    .orderBy(asc(outboxTable.rank), asc(outboxTable.id)).limit(prepared.arg("most")).prepare()
);

/** The next thing to send that is not on its way already. */
export function nextDue(
  db: Read,
  connectionId: number,
  underWay: ReadonlySet<number>,
  now: number,
): OutboxRow | undefined {
  return firstDue(db, { connectionId, now, most: underWay.size + 1 }).find(({ id }) => !underWay.has(id));
}

/** What will be sent soon, the first `most` rows. */
export function dueSoon(db: Read, connectionId: number, most: number, now: number): OutboxRow[] {
  return firstDue(db, { connectionId, now, most });
}

const among = prepared((db) =>
  db.select({ id: outboxTable.id }).from(outboxTable).where(inArray(outboxTable.id, prepared.list("ids"))).prepare()
);

/** Which of these rows still wait for the network to take them. */
export function stillWaiting(db: Read, ids: Iterable<number>): Set<number> {
  return new Set(among(db, { ids: JSON.stringify([...ids]) }).map(({ id }) => id));
}

const deleteSent = preparedWrite((db) =>
  db.delete(outboxTable).where(and(eq(outboxTable.messageId, prepared.arg("messageId")), eq(outboxTable.what, "send")))
    .returning({ id: outboxTable.id }).prepare()
);

/** The network has the message: it is not sent again. */
export function dropSent(db: Write, messageId: number): void {
  deleteSent(db, { messageId });
}

const dropByWid = preparedWrite((db) =>
  db.delete(outboxTable)
    .where(and(eq(outboxTable.wid, prepared.arg("wid")), eq(outboxTable.connectionId, prepared.arg("connectionId"))))
    .returning().prepare()
);

/** The network has a change; or it will never take it, and then it is undone here, too. */
export function dropChange(db: Write, emit: Emit, connectionId: number, wid: string, isTaken: boolean): void {
  for (const row of dropByWid(db, { wid, connectionId })) if (!isTaken) undo(db, emit, row);
}

function undo(db: Write, emit: Emit, { messageId, what }: OutboxRow): void {
  const message = messageById(db, messageId);
  if (message && (what === "react" || what === "edit")) undoChange(db, emit, message, what);
}

export function drop(db: Write, id: number): void {
  db.delete(outboxTable).where(eq(outboxTable.id, id)).run();
}

/** Tried without success: again at `dueAt` (ms). */
export function postpone(db: Write, { id, attempts }: OutboxRow, dueAt: number): void {
  db.update(outboxTable).set({ attempts: attempts + 1, dueAt }).where(eq(outboxTable.id, id)).run();
}

/** It can never go, or is too old: the bubble turns red with the reason. */
export function giveUp(db: Write, emit: Emit, row: OutboxRow, failure: string): void {
  drop(db, row.id);
  const message = messageById(db, row.messageId);
  if (message && row.what === "send") raiseAck(db, emit, message, ACK.failed, failure);
  else undo(db, emit, row);
}

/** What waits for a connection that is about to be deleted has no way left, and fails visibly. */
export function giveUpAll(db: Write, emit: Emit, connectionId: number): void {
  const waiting = db.select().from(outboxTable).where(eq(outboxTable.connectionId, connectionId)).all();
  for (const row of waiting) giveUp(db, emit, row, "ERR_SENDING_WAPP_MSG");
}

/** What waited longer than it may, on connections that are down, fails visibly. */
export function giveUpOld(company: Company, now: number): void {
  const old = company.read.select().from(outboxTable).where(lte(outboxTable.expiresAt, now)).limit(500).all();
  if (old.length > 0) company.write((db, emit) => old.forEach((row) => giveUp(db, emit, row, "ERR_SENDING_WAPP_MSG")));
}
