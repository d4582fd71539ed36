import { and, eq, ne } from "drizzle-orm";
import type { ContactRow } from "../contacts/table.ts";
import type { Write } from "../platform/company.ts";
import { newestOf, NO_LAST } from "../messages/newest.ts";
import { messageTable } from "../messages/table.ts";
import { ticketTagTable } from "../tags/table.ts";
import { tagIdsOf } from "../tags/tags.ts";
import { recordMove } from "../tickets/record_move.ts";
import { unansweredSince } from "../tickets/waiting.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import type { Joined } from "./merge_record.ts";

/** Joins a ticket in progress with the other contact's on the same connection, if there is one. */
export function joinProgress(db: Write, kept: ContactRow, ticket: TicketRow, now: number): Joined | undefined {
  if (ticket.connectionId === null) return undefined;
  const rival = db.select().from(ticketTable).where(and(
    eq(ticketTable.contactId, kept.id),
    eq(ticketTable.connectionId, ticket.connectionId),
    ne(ticketTable.status, "closed"),
  )).all()[0];
  if (!rival) return undefined;
  const [closing, goesOn] = goesFirst(ticket, rival) ? [rival, ticket] : [ticket, rival];
  const messages = db.update(messageTable).set({ ticketId: goesOn.id }).where(eq(messageTable.ticketId, closing.id))
    .returning({ id: messageTable.id }).all().map(({ id }) => id);
  const closed = db.update(ticketTable)
    .set({ ...NOBODYS_WORK, ...NO_LAST, status: "closed", closedAt: now })
    .where(eq(ticketTable.id, closing.id)).returning().get();
  recordMove(db, closed, "close", null, now);
  db.update(ticketTable)
    .set({
      ...newestOf(db, goesOn.id),
      unreadMessages: goesOn.unreadMessages + closing.unreadMessages,
      unansweredSince: unansweredSince(db, goesOn) ?? null,
    })
    .where(eq(ticketTable.id, goesOn.id)).run();
  const { status, userId, unreadMessages, waitingSince } = closing;
  const was = { status, userId, unreadMessages, waitingSince };
  return { closed: closing.id, goesOn: goesOn.id, messages, was, tags: passOnTags(db, closing.id, goesOn.id) };
}

/** Whom somebody is serving goes on being served; else what was changed last. */
function goesFirst(one: TicketRow, other: TicketRow): boolean {
  return one.status === other.status ? one.updatedAt > other.updatedAt : one.status === "open";
}

function passOnTags(db: Write, from: number, to: number): number[] {
  const had = tagIdsOf(db, to);
  const added = tagIdsOf(db, from).filter((id) => !had.includes(id));
  for (const tagId of added) db.insert(ticketTagTable).values({ ticketId: to, tagId }).run();
  return added;
}

const NOBODYS_WORK = { waitingSince: null, unansweredSince: null, handedAt: null, unreadMessages: 0 };
