import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { contactMergeTable, type ContactRow, contactTable, identityTable } from "../contacts/table.ts";
import { contactOf } from "../contacts/contacts.ts";
import type { Tell, Write } from "../platform/company.ts";
import { messageTable } from "../messages/table.ts";
import { recordMove } from "../tickets/moves.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";

/**
 * Two contacts that were proved to be one person: everything moves to the older one, and what is needed to take them
 * apart again is written down. Of two tickets in progress on one connection, the one changed last stays.
 */
export function mergeContacts(db: Write, tell: Tell, one: ContactRow, other: ContactRow, now: number): ContactRow {
  const [kept, gone] = one.id < other.id ? [one, other] : [other, one];
  const moving = db.select().from(ticketTable).where(eq(ticketTable.contactId, gone.id)).all();
  const identities = db.select().from(identityTable).where(eq(identityTable.contactId, gone.id)).all();
  db.insert(contactMergeTable).values({
    keptId: kept.id,
    gone: JSON.stringify({ contact: gone, identities }),
    movedTickets: JSON.stringify(moving.map(({ id }) => id)),
    at: now,
  }).run();
  for (const ticket of moving) if (ticket.status !== "closed") settleProgress(db, tell, kept, ticket, now);
  dropDoubles(db, kept, gone);
  db.update(messageTable).set({ contactId: kept.id }).where(eq(messageTable.contactId, gone.id)).run();
  db.update(ticketTable).set({ contactId: kept.id }).where(eq(ticketTable.contactId, gone.id)).run();
  db.update(identityTable).set({ contactId: kept.id }).where(eq(identityTable.contactId, gone.id)).run();
  db.delete(contactTable).where(eq(contactTable.id, gone.id)).run();
  const merged = db.update(contactTable)
    .set({ number: kept.number || gone.number, email: kept.email || gone.email, updatedAt: now })
    .where(eq(contactTable.id, kept.id)).returning().get();
  tell("contact", { action: "delete", id: gone.id });
  tell("contact", { action: "update", record: contactOf(merged) });
  return merged;
}

function settleProgress(db: Write, tell: Tell, kept: ContactRow, ticket: TicketRow, now: number): void {
  if (ticket.connectionId === null) return;
  const rival = db.select().from(ticketTable).where(and(
    eq(ticketTable.contactId, kept.id),
    eq(ticketTable.connectionId, ticket.connectionId),
    ne(ticketTable.status, "closed"),
  )).all()[0];
  if (!rival) return;
  const closing = rival.updatedAt > ticket.updatedAt ? ticket : rival;
  const closed = db.update(ticketTable).set({ status: "closed", closedAt: now, unreadMessages: 0 })
    .where(eq(ticketTable.id, closing.id)).returning().get();
  recordMove(db, closed, "close", null, now);
  tell("ticket", { action: "removeFromList", ticketId: closed.id });
}

/** The same message may have come once under each name. */
function dropDoubles(db: Write, kept: ContactRow, gone: ContactRow): void {
  const doubles = db.all<{ id: number }>(sql`
    select g.id from messages g join messages k
      on k.wid = g.wid and k.connection_id = g.connection_id and k.contact_id = ${kept.id}
    where g.ticket_id in (select id from tickets where contact_id = ${gone.id}) and g.contact_id = ${gone.id}`);
  if (doubles.length > 0) db.delete(messageTable).where(inArray(messageTable.id, doubles.map(({ id }) => id))).run();
}
