import { and, desc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { connectionTable } from "../connections/table.ts";
import { messageTable } from "../messages/table.ts";
import { ticketTable } from "../tickets/table.ts";
import type { TicketStatus } from "../contract/tickets.ts";
import { sizeOf } from "../platform/size_of.ts";

/** Tickets in a state, groups too, as the company's own dashboard counts them. */
export function ticketsIn(db: Read, status: TicketStatus) {
  return db.select({ count: sql<number>`count(*)` }).from(ticketTable).where(eq(ticketTable.status, status));
}

/** Messages that came after one, since a moment (ms); what a phone brought along from before counts for no day. */
export function messagesAfter(db: Read, id: number, since: number) {
  return db.select({ count: sql<number>`count(*)` }).from(messageTable)
    .where(and(gt(messageTable.id, id), eq(messageTable.isHistory, false), gte(messageTable.createdAt, since)));
}

/** So many messages are looked at in one go on the way back to midnight. */
const PAGE = 500;

/** Messages before one, the newest first. */
export function messagesBefore(db: Read, id: number) {
  return db.select({ id: messageTable.id, at: messageTable.createdAt }).from(messageTable)
    .where(and(lt(messageTable.id, id), eq(messageTable.isHistory, false))).orderBy(desc(messageTable.id)).limit(PAGE);
}

/** A message before which none is of the day that began then (ms): once a day, going back from the newest. */
function baseOf(db: Read, since: number): number {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = messagesBefore(db, before).all(), last = page.at(-1);
    if (!last || page.length < PAGE) return 0;
    if (last.at < since) return last.id;
    before = last.id;
  }
}

export interface Counted {
  day: string;
  messagesToday: number;
  lastMessageId: number;
}

/** The day's messages by now: only those that came since the last look are counted. */
export function countMessages(db: Read, had: Counted, { day, since }: { day: string; since: number }): Counted {
  const newest = db.select({ id: sql<number | null>`max(${messageTable.id})` }).from(messageTable).all()[0]!.id ?? 0;
  // After midnight, and where a backup has brought the file of an earlier day back, it is counted anew.
  const isSame = had.day === day && had.lastMessageId <= newest;
  const after = isSame ? had.lastMessageId : baseOf(db, since);
  const [found] = messagesAfter(db, after, since).all();
  return { day, messagesToday: (isSame ? had.messagesToday : 0) + found!.count, lastMessageId: newest };
}

/** All the rest that a company's file says. */
export function countRest(db: Read) {
  const lines = db.select({ status: connectionTable.status, shouldRun: connectionTable.shouldRun })
    .from(connectionTable).all();
  const count = (table: "users" | "queues" | "outbox") =>
    db.all<{ count: number }>(sql`select count(*) as count from ${sql.identifier(table)}`)[0]!.count;
  const due = lines.filter(({ shouldRun }) => shouldRun);
  return {
    linesUp: due.filter(({ status }) => status === "CONNECTED").length,
    linesTotal: due.length,
    waiting: ticketsIn(db, "pending").all()[0]!.count,
    open: ticketsIn(db, "open").all()[0]!.count,
    storage: db.all<{ bytes: number }>(sql`select bytes from storage`)[0]!.bytes,
    users: count("users"),
    connections: lines.length,
    queues: count("queues"),
    outbox: count("outbox"),
  };
}

const MEGABYTE = 1_000_000;

/** Bytes of a company's file with what is not yet in it (SQLite's WAL), rounded up to whole megabytes. */
export function fileSizeOf(folder: string): number {
  const bytes = ["company.db", "company.db-wal"].reduce((sum, name) => sum + sizeOf(`${folder}/${name}`), 0);
  return Math.ceil(bytes / MEGABYTE) * MEGABYTE;
}
