import { and, eq, sql } from "drizzle-orm";
import type { Emit, Write } from "../platform/company.ts";
import { emitCount, seesLists } from "./emit.ts";
import { importRowTable, listItemTable, numberCheckTable } from "./table.ts";

/**
 * The contact with this number (canonical digits) is erased: they leave every list, and what imports have noted of them says
 * only that there was a line, and what became of it.
 */
export function eraseFromLists(db: Write, emit: Emit, number: string): void {
  if (number === "") return;
  const { id, listId, number: theirs } = listItemTable;
  // The indexes have only rows with a number, and are used only by who says so.
  const gone = db.delete(listItemTable).where(and(eq(theirs, number), sql`${theirs} <> ''`)).returning({ id, listId })
    .all();
  const { itemId, digits } = importRowTable;
  const nobody = { name: "", number: "", digits: "", was: null, itemId: null };
  db.update(importRowTable).set(nobody).where(and(eq(digits, number), sql`${digits} <> ''`)).run();
  for (const { id } of gone) db.update(importRowTable).set(nobody).where(eq(itemId, id)).run();
  db.delete(numberCheckTable).where(eq(numberCheckTable.number, number)).run();
  for (const { id, listId } of gone) {
    emit("ContactListItem", { action: "delete", id, contactListId: listId }, seesLists);
  }
  for (const listId of new Set(gone.map(({ listId }) => listId))) emitCount(db, emit, listId);
}
