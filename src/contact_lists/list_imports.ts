import { and, asc, desc, eq, gt, inArray } from "drizzle-orm";
import type { ImportRowOutcome, ListImport, ListImportRow } from "../contract/contact_lists.ts";
import { refuse } from "../contract/errors.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { contactListById } from "./lists.ts";
import { type ImportRow, importRowTable, listImportTable } from "./table.ts";

/** The last so many imports of a list are shown. */
const SHOWN = 20;
export const IMPORT_ROWS = 1000;

export function importOf({ userId: _, listId, createdAt, endedAt, ...row }: ImportRow): ListImport {
  return {
    ...row,
    contactListId: listId,
    createdAt: momentOf(createdAt),
    endedAt: endedAt === null ? null : momentOf(endedAt),
  };
}

/** ERR_NO_IMPORT_FOUND when there is none. */
export function importRow(db: Read, id: number): ImportRow {
  return db.select().from(listImportTable).where(eq(listImportTable.id, id)).all()[0] ?? refuse("ERR_NO_IMPORT_FOUND");
}

/** The newest first. */
export function importsOf(db: Read, listId: number): ListImport[] {
  contactListById(db, listId);
  return db.select().from(listImportTable).where(eq(listImportTable.listId, listId)).orderBy(desc(listImportTable.id))
    .limit(SHOWN).all().map(importOf);
}

/** What was not simply new, by line. */
export function rowsOfImport(
  db: Read,
  id: number,
  { outcome, after }: { outcome?: ImportRowOutcome; after: number },
): { rows: ListImportRow[]; hasMore: boolean } {
  importRow(db, id);
  const { line, outcome: became, name, number, reason, detail } = importRowTable;
  const rows = db.select({ line, outcome: became, name, number, reason, detail }).from(importRowTable)
    .where(and(eq(importRowTable.importId, id), gt(line, after), outcome && eq(became, outcome)))
    .orderBy(asc(line)).limit(IMPORT_ROWS + 1).all();
  return { rows: rows.slice(0, IMPORT_ROWS), hasMore: rows.length > IMPORT_ROWS };
}

/** How an import stands that is not over. */
export const UNDER_WAY = ["reading", "running"] as const;

/** One at a time for each list. */
export function refuseSecondImport(db: Read, listId: number): void {
  contactListById(db, listId);
  const [running] = db.select({ id: listImportTable.id }).from(listImportTable)
    .where(and(eq(listImportTable.listId, listId), inArray(listImportTable.state, UNDER_WAY))).all();
  if (running) refuse("ERR_IMPORT_RUNNING");
}
