import { and, inArray, ne } from "drizzle-orm";
import type { Read, Tell } from "../platform/company.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";

/** Lets every screen see the tickets in progress of contacts anew, and let go of those that were closed. */
export function tellInProgress(db: Read, tell: Tell, contactIds: number[], closed: number[] = []): void {
  for (const ticketId of closed) tell("ticket", { action: "removeFromList", ticketId });
  const inProgress = db.select({ id: ticketTable.id }).from(ticketTable)
    .where(and(inArray(ticketTable.contactId, contactIds), ne(ticketTable.status, "closed"))).all();
  for (const { id } of inProgress) {
    const ticket = shownTicket(db, id);
    tell("ticket", { action: "update", ticket, reread: true }, viewersOf(ticket));
  }
}
