import { and, desc, eq, ne } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { type TicketRow, ticketTable } from "./table.ts";

export function ticketRow(db: Read, id: number): TicketRow | undefined {
  return db.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0];
}

/** The contact's ticket that is not closed, on whatever connection. */
export function activeTicketOf(db: Read, contactId: number): TicketRow | undefined {
  return db.select().from(ticketTable).where(
    and(eq(ticketTable.contactId, contactId), ne(ticketTable.status, "closed")),
  )
    .orderBy(desc(ticketTable.id)).limit(1).all()[0];
}
