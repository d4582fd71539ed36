import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { revisionOf } from "../platform/revisions.ts";
import { searchOf } from "./items.ts";
import { type ImportRow, importRowTable, listItemTable } from "./table.ts";

/** So many are taken back in one transaction. */
const AT_ONCE = 200;

/** Whether there may be more to take back. */
export type Undone = "more" | "all";

/** Takes back the next of what an import did: those whom it made go, those whom it changed are as they were. */
export function undoPortion(db: Write, of: ImportRow): Undone {
  const removed = removeMade(db, of);
  return removed + (removed < AT_ONCE ? restoreChanged(db, of) : 0) < AT_ONCE ? "all" : "more";
}

/** Whoever was changed since, by hand or by a later sheet, has a revision, and stays. */
function removeMade(db: Write, { id }: ImportRow): number {
  const { changes } = db.run(sql`delete from contact_list_items where id in (
    select i.id from contact_list_items i
    where i.import_id = ${id}
      -- the plus, so that the index on revisions serves (platform/revisions.ts)
      and not exists (select 1 from revisions r where r.kind = 'contact_list_item' and r.id = +i.id)
    limit ${AT_ONCE})`) as unknown as { changes: number };
  return changes;
}

function restoreChanged(db: Write, { id }: ImportRow): number {
  const rows = db.select().from(importRowTable)
    .where(and(eq(importRowTable.importId, id), isNotNull(importRowTable.was))).limit(AT_ONCE).all();
  for (const { line, itemId, was } of rows) {
    if (itemId && was && revisionOf(db, { kind: "contact_list_item", id: itemId }) === was.revision) {
      restore(db, itemId, { name: was.name, email: was.email, columns: was.columns });
    }
    const row = and(eq(importRowTable.importId, id), eq(importRowTable.line, line));
    db.update(importRowTable).set({ was: null }).where(row).run();
  }
  return rows.length;
}

function restore(
  db: Write,
  id: number,
  { name, email, columns }: { name: string; email: string; columns: Record<string, string> | null },
): void {
  const [item] = db.select().from(listItemTable).where(eq(listItemTable.id, id)).all();
  if (!item) return;
  const search = searchOf({ name, number: item.number, email });
  db.update(listItemTable).set({ name, email, columns, search }).where(eq(listItemTable.id, id)).run();
}
