import { desc, eq } from "drizzle-orm";
import { connectionById } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Read } from "../platform/company.ts";
import { activeTicketOf } from "./rows.ts";
import { ticketTable } from "./table.ts";

/** The chosen connection; else that of the contact's ticket in progress, of the newest ticket, or the default one. */
export function connectionFor(db: Read, contactId: number, chosen: number | null): number {
  const [newest] = db.select().from(ticketTable).where(eq(ticketTable.contactId, contactId))
    .orderBy(desc(ticketTable.id)).limit(1).all();
  const candidates = [chosen, activeTicketOf(db, contactId)?.connectionId, newest?.connectionId];
  return candidates.find((id) => id && connectionById(db, id)) ?? defaultConnection(db);
}

/** ERR_NO_DEF_WAPP_FOUND while there is no connection at all. */
export function defaultConnection(db: Read): number {
  const [standard] = db.select({ id: connectionTable.id }).from(connectionTable)
    .where(eq(connectionTable.isDefault, true)).all();
  return standard?.id ?? refuse("ERR_NO_DEF_WAPP_FOUND");
}
