import { and, desc, eq, sql } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { prepared, preparedChange } from "../platform/prepared.ts";
import { type TicketRow, ticketTable } from "./table.ts";

const byId = prepared((db) => db.select().from(ticketTable).where(eq(ticketTable.id, prepared.arg("id"))).prepare());

export function ticketRow(db: Read, id: number): TicketRow | undefined {
  return byId.one(db, { id });
}

/** By which connection a ticket's customer is written to. */
export function connectionOf(db: Read, id: number): number | null | undefined {
  return connection.one(db, { id })?.id;
}
const connection = prepared((db) =>
  db.select({ id: ticketTable.connectionId }).from(ticketTable).where(eq(ticketTable.id, prepared.arg("id"))).prepare()
);

/** Changes columns of a ticket as it stands, and answers it as it is then. */
export const changeRow = preparedChange(ticketTable);

/** The contact's ticket that is not closed, on whatever connection. */
export function activeTicketOf(db: Read, contactId: number): TicketRow | undefined {
  return activeOf.one(db, { contactId });
}
/** Spelled out, not bound: SQLite would plan it anew each time, for its partial index. */
const activeOf = prepared((db) =>
  db.select().from(ticketTable)
    .where(and(eq(ticketTable.contactId, prepared.arg("contactId")), sql`${ticketTable.status} <> 'closed'`))
    .orderBy(desc(ticketTable.id)).limit(1).prepare()
);
