import { and, eq, sql } from "drizzle-orm";
import { type ContactRow, identityTable } from "../contacts/table.ts";
import type { Company, Write } from "../platform/company.ts";
import { apiRequestTable } from "./table.ts";
import { dropFile } from "./take.ts";

/**
 * A contact is erased: what external systems asked for them is listed without their number, or what stands for it, and
 * what has not left never will.
 */
export function eraseFromRequests(
  company: Company,
  db: Write,
  { id, number }: Pick<ContactRow, "id" | "number">,
): void {
  const lids = db.select().from(identityTable).where(
    and(eq(identityTable.contactId, id), eq(identityTable.kind, "lid")),
  )
    .all().map(({ value }) => `${value}@lid`);
  for (const address of [number, `${id}@contact`, ...lids]) if (address !== "") erase(company, db, address);
}

function erase(company: Company, db: Write, address: string): void {
  // The index has only rows with a number, and is used only by who says so.
  const theirs = and(eq(apiRequestTable.number, address), sql`${apiRequestTable.number} <> ''`);
  for (const row of db.select().from(apiRequestTable).where(theirs).all()) dropFile(company, row);
  const state = sql`iif(${apiRequestTable.state} = 'waiting', 'cancelled', ${apiRequestTable.state})`;
  db.update(apiRequestTable).set({ number: "", fileName: "", draft: null, dueAt: null, state }).where(theirs).run();
}
