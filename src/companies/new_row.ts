import { eq } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { isThere } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { companyTable } from "./table.ts";

/**
 * The row of a new company, whose number no folder has yet: one that lies there without anybody's row, as of a copy that
 * somebody has made, would be taken for the new company's own. `db` is provider.db. The number.
 */
export function insertCompany(folder: string, db: Write, row: typeof companyTable.$inferInsert): number {
  const { id } = db.insert(companyTable).values(row).returning({ id: companyTable.id }).get();
  if (!isThere(`${folder}/${id}`)) return id;
  let free = id + 1;
  while (isThere(`${folder}/${free}`)) free++;
  log.warn(`There is a folder ${id} that belongs to no company: a new one gets the number ${free}`);
  db.delete(companyTable).where(eq(companyTable.id, id)).run();
  db.insert(companyTable).values({ ...row, id: free }).run();
  return free;
}
