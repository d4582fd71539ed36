import { and, count, eq, gt, inArray, ne, notInArray, or } from "drizzle-orm";
import { newestOf } from "../messages/newest.ts";
import { messageTable } from "../messages/table.ts";
import type { Read, Write } from "../platform/company.ts";
import { ticketTagTable } from "../tags/table.ts";
import { recordMove } from "../tickets/record_move.ts";
import { ticketRow } from "../tickets/rows.ts";
import { unansweredSince } from "../tickets/waiting.ts";
import { ticketTable } from "../tickets/table.ts";
import type { Joined } from "./merge_record.ts";

/** What tells the two apart. */
export interface Parting {
  /** What the network may have called the chat of the one who comes back. */
  addresses: string[];
  /** The tickets that were theirs. */
  own: number[];
  /** When the two were merged (ms). */
  at: number;
  /** The newest message of that time; the network's clock knows no milliseconds. */
  lastMessageId: number | undefined;
}

/** Gives each of two joined tickets the messages of its own side, those that came since then by who wrote them. */
export function partTickets(db: Write, joined: Joined, { addresses, own, at, lastMessageId }: Parting): void {
  const goesOn = ticketRow(db, joined.goesOn), closed = ticketRow(db, joined.closed);
  if (!goesOn || !closed) return;
  const { ticketId, id, createdAt, chat } = messageTable;
  const isOfClosed = own.includes(closed.id) ? inArray(chat, addresses) : notInArray(chat, addresses);
  const isLater = lastMessageId === undefined ? gt(createdAt, at) : gt(id, lastMessageId);
  db.update(messageTable).set({ ticketId: closed.id, contactId: closed.contactId }).where(and(
    eq(ticketId, goesOn.id),
    or(inArray(id, joined.messages), and(isLater, isOfClosed)),
  )).run();
  for (const tagId of joined.tags ?? []) {
    db.delete(ticketTagTable).where(and(eq(ticketTagTable.ticketId, goesOn.id), eq(ticketTagTable.tagId, tagId))).run();
  }
  const ofClosed = Math.min(goesOn.unreadMessages, unreadIn(db, closed.id));
  const ofOther = Math.min(goesOn.unreadMessages - ofClosed, unreadIn(db, goesOn.id));
  for (const [ticket, unreadMessages] of [[closed, ofClosed], [goesOn, ofOther]] as const) {
    const since = ticket.status === "closed" ? null : unansweredSince(db, ticket) ?? null;
    db.update(ticketTable).set({ ...newestOf(db, ticket.id), unreadMessages, unansweredSince: since })
      .where(eq(ticketTable.id, ticket.id)).run();
  }
}

function unreadIn(db: Read, ticketId: number): number {
  return db.select({ unread: count() }).from(messageTable).where(and(
    eq(messageTable.ticketId, ticketId),
    eq(messageTable.fromMe, false),
    eq(messageTable.read, false),
  )).all()[0]!.unread;
}

/** Takes up again the ticket that only the merge had closed, unless its contact has another in progress by now. */
export function reopen(db: Write, { closed: id, was }: Joined, at: number, now: number): void {
  const closed = ticketRow(db, id);
  if (closed?.status !== "closed" || closed.closedAt !== at || closed.connectionId === null) return;
  const other = db.select({ id: ticketTable.id }).from(ticketTable).where(and(
    eq(ticketTable.contactId, closed.contactId),
    eq(ticketTable.connectionId, closed.connectionId),
    ne(ticketTable.status, "closed"),
  )).all()[0];
  if (other) return;
  const { status, userId, waitingSince } = was ?? { status: "pending", userId: null, waitingSince: now };
  const reopened = db.update(ticketTable).set({ status, userId, waitingSince, closedAt: null, updatedAt: now })
    .where(eq(ticketTable.id, id)).returning().get();
  recordMove(db, reopened, "reopen", null, now);
}
