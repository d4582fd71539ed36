import { and, eq, sql } from "drizzle-orm";
import type { Company, Write } from "../platform/company.ts";
import { apiRequestTable } from "./table.ts";
import { dropFile } from "./take.ts";

/**
 * The contact with this number (canonical digits) is erased: what external systems asked for them is listed without it, and
 * what has not left never will.
 */
export function eraseFromRequests(company: Company, db: Write, number: string): void {
  if (number === "") return;
  // The index has only rows with a number, and is used only by who says so.
  const theirs = and(eq(apiRequestTable.number, number), sql`${apiRequestTable.number} <> ''`);
  for (const row of db.select().from(apiRequestTable).where(theirs).all()) dropFile(company, row);
  const state = sql`iif(${apiRequestTable.state} = 'waiting', 'cancelled', ${apiRequestTable.state})`;
  db.update(apiRequestTable).set({ number: "", fileName: "", draft: null, dueAt: null, state }).where(theirs).run();
}
