import { and, desc, eq } from "drizzle-orm";
import type { ContactRow } from "../contacts/table.ts";
import type { Write } from "../platform/company.ts";
import { recordMove } from "../tickets/moves.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";

/**
 * Where old messages are filed: with the contact's newest ticket, else in a closed one of their own, so that they can be
 * found and nobody is asked to answer them (behaviour.md, Incoming messages).
 */
export function ticketForHistory(db: Write, contact: ContactRow, connectionId: number, at: number): TicketRow {
  const newest = db.select().from(ticketTable)
    .where(and(eq(ticketTable.contactId, contact.id), eq(ticketTable.connectionId, connectionId)))
    .orderBy(desc(ticketTable.id)).limit(1).all()[0];
  if (newest) return newest;
  const ticket = db.insert(ticketTable).values({
    uuid: crypto.randomUUID(),
    status: "closed",
    connectionId,
    contactId: contact.id,
    isGroup: contact.isGroup,
    // Long closed: a new message begins a new ticket.
    closedAt: 0,
    createdAt: at,
    updatedAt: at,
  }).returning().get();
  recordMove(db, ticket, "create", null, at);
  return ticket;
}
