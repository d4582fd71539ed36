import { and, desc, eq, ne } from "drizzle-orm";
import { prepared, preparedUpdate, type Read, type Write } from "../platform/company.ts";
import { type TicketRow, ticketTable } from "./table.ts";

const byId = prepared((db) => db.select().from(ticketTable).where(eq(ticketTable.id, prepared.arg("id"))).prepare());

export function ticketRow(db: Read, id: number): TicketRow | undefined {
  return byId(db, { id })[0];
}

const update = preparedUpdate(ticketTable);

/** Changes columns of a ticket that is known to be there. */
export function changeRow(db: Write, id: number, is: Partial<TicketRow>): TicketRow {
  return update(db, id, is)!;
}

/** The contact's ticket that is not closed, on whatever connection. */
export function activeTicketOf(db: Read, contactId: number): TicketRow | undefined {
  return activeOf(db, { contactId })[0];
}
const activeOf = prepared((db) =>
  db.select().from(ticketTable)
    .where(and(eq(ticketTable.contactId, prepared.arg("contactId")), ne(ticketTable.status, "closed")))
    .orderBy(desc(ticketTable.id)).limit(1).prepare()
);
