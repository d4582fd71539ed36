import { and, inArray, ne } from "drizzle-orm";
import type { Emit, Read } from "../platform/company.ts";
import { ticketRow } from "../tickets/rows.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import type { Joined } from "./merge_record.ts";

/** Lets every screen see the tickets in progress of contacts anew, and go on where those lead that were joined. */
export function emitInProgress(db: Read, emit: Emit, contactIds: number[], joined: Joined[] = []): void {
  for (const { closed, goesOn } of joined) {
    emit("ticket", { action: "removeFromList", ticketId: closed, into: ticketRow(db, goesOn)!.uuid });
  }
  const inProgress = db.select({ id: ticketTable.id }).from(ticketTable)
    .where(and(inArray(ticketTable.contactId, contactIds), ne(ticketTable.status, "closed"))).all();
  for (const { id } of inProgress) {
    const ticket = shownTicket(db, id);
    emit("ticket", { action: "update", ticket, reread: true }, viewersOf(ticket));
  }
}
