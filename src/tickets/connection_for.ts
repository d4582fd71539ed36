import { and, desc, eq, inArray } from "drizzle-orm";
import { connectionById, connectionRows } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { identityTable } from "../contacts/table.ts";
import { kindOf, TRAITS } from "../contract/channels.ts";
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

/** By which a ticket is begun with somebody: the default one, or where they have written if nowhere else they are known. */
export function connectionToBegin(db: Read, contactId: number): number {
  const [atWhatsApp] = db.select({ kind: identityTable.kind }).from(identityTable)
    .where(and(eq(identityTable.contactId, contactId), inArray(identityTable.kind, ["phone", "lid", "group"])))
    .limit(1).all();
  return atWhatsApp ? defaultConnection(db) : connectionFor(db, contactId, null);
}

/**
 * The connection by which numbers are written to unless another is chosen: the default one, or where that is at a
 * channel without numbers, the first of those that have them. ERR_NO_DEF_WAPP_FOUND while there is none at all.
 */
export function defaultConnection(db: Read): number {
  const [standard] = db.select().from(connectionTable).where(eq(connectionTable.isDefault, true)).all();
  if (standard && TRAITS[kindOf(standard)].byNumber) return standard.id;
  const other = connectionRows(db).find((row) => TRAITS[kindOf(row)].byNumber);
  return other?.id ?? refuse("ERR_NO_DEF_WAPP_FOUND");
}
