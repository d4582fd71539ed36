import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { contactMergeTable, type ContactRow, contactTable, identityTable } from "../contacts/table.ts";
import { contactOf } from "../contacts/contacts.ts";
import type { Tell, Write } from "../platform/company.ts";
import { summaryOf } from "../messages/record.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import { recordMove } from "../tickets/moves.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";

/**
 * Two contacts that were proved to be one person: everything moves to the older one, and what is needed to take them
 * apart again is written down. Of two tickets in progress on one connection, one goes on with the messages of both.
 */
export function mergeContacts(db: Write, tell: Tell, one: ContactRow, other: ContactRow, now: number): ContactRow {
  const [kept, gone] = one.id < other.id ? [one, other] : [other, one];
  dropDoubles(db, kept, gone);
  const moving = db.select().from(ticketTable).where(eq(ticketTable.contactId, gone.id)).all();
  const identities = db.select().from(identityTable).where(eq(identityTable.contactId, gone.id)).all();
  const joined = moving.flatMap((ticket) =>
    ticket.status === "closed" ? [] : joinProgress(db, kept, ticket, now) ?? []
  );
  db.insert(contactMergeTable).values({
    keptId: kept.id,
    gone: JSON.stringify({ contact: gone, identities, joined }),
    movedTickets: JSON.stringify(moving.map(({ id }) => id)),
    at: now,
  }).run();
  db.update(messageTable).set({ contactId: kept.id }).where(eq(messageTable.contactId, gone.id)).run();
  db.update(ticketTable).set({ contactId: kept.id }).where(eq(ticketTable.contactId, gone.id)).run();
  db.update(identityTable).set({ contactId: kept.id }).where(eq(identityTable.contactId, gone.id)).run();
  db.delete(contactTable).where(eq(contactTable.id, gone.id)).run();
  const merged = db.update(contactTable)
    .set({ number: kept.number || gone.number, email: kept.email || gone.email, updatedAt: now })
    .where(eq(contactTable.id, kept.id)).returning().get();
  tell("contact", { action: "delete", id: gone.id });
  tell("contact", { action: "update", record: contactOf(merged) });
  tellInProgress(db, tell, kept.id, joined);
  return merged;
}

/** What was joined: the messages that moved from the ticket that was closed to the one that goes on. */
interface Joined {
  closed: number;
  goesOn: number;
  messages: number[];
}

function joinProgress(db: Write, kept: ContactRow, ticket: TicketRow, now: number): Joined | undefined {
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
    .set({
      status: "closed",
      closedAt: now,
      waitingSince: null,
      unreadMessages: 0,
      lastMessage: "",
      lastMessageId: 0,
      lastMessageIsDeleted: false,
    })
    .where(eq(ticketTable.id, closing.id)).returning().get();
  recordMove(db, closed, "close", null, now);
  db.update(ticketTable).set({
    ...newestOf(db, goesOn.id),
    unreadMessages: goesOn.unreadMessages + closing.unreadMessages,
  })
    .where(eq(ticketTable.id, goesOn.id)).run();
  return { closed: closing.id, goesOn: goesOn.id, messages };
}

/** Whom somebody is serving goes on being served; else what was changed last. */
function goesFirst(one: TicketRow, other: TicketRow): boolean {
  return one.status === other.status ? one.updatedAt > other.updatedAt : one.status === "open";
}

function newestOf(db: Write, ticketId: number): Partial<TicketRow> {
  const row = db.select({ message: messageTable, fileName: mediaTable.name }).from(messageTable)
    .leftJoin(mediaTable, eq(mediaTable.messageId, messageTable.id)).where(eq(messageTable.ticketId, ticketId))
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(1).all()[0];
  return row ? { ...summaryOf(row.message, row.fileName ?? undefined), lastMessageId: row.message.id } : {};
}

function tellInProgress(db: Write, tell: Tell, contactId: number, joined: Joined[]): void {
  for (const { closed } of joined) tell("ticket", { action: "removeFromList", ticketId: closed });
  const inProgress = db.select({ id: ticketTable.id }).from(ticketTable)
    .where(and(eq(ticketTable.contactId, contactId), ne(ticketTable.status, "closed"))).all();
  for (const { id } of inProgress) {
    const ticket = shownTicket(db, id);
    tell("ticket", { action: "update", ticket }, viewersOf(ticket));
  }
}

/** The same message may have come once under each name. */
function dropDoubles(db: Write, kept: ContactRow, gone: ContactRow): void {
  const doubles = db.all<{ id: number; ticketId: number; isUnread: number }>(sql`
    select g.id as "id", g.ticket_id as "ticketId", g.from_me = 0 and g.read = 0 as "isUnread"
    from messages g join messages k on k.wid = g.wid and k.connection_id = g.connection_id and k.contact_id = ${kept.id}
    where g.contact_id = ${gone.id}`);
  if (doubles.length === 0) return;
  db.delete(messageTable).where(inArray(messageTable.id, doubles.map(({ id }) => id))).run();
  for (const { ticketId } of doubles.filter(({ isUnread }) => isUnread)) {
    db.update(ticketTable).set({ unreadMessages: sql`max(0, unread_messages - 1)` }).where(eq(ticketTable.id, ticketId))
      .run();
  }
}
