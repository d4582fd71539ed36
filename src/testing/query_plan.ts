import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Company } from "../platform/company.ts";
import { openDbFile } from "../platform/db.ts";

/**
 * How SQLite would go about a query of a company's, a line for each step. It is asked on a connection of its own: libsql
 * leaves an explained statement open, and whoever asked on theirs would go on seeing the file as it was then.
 */
export function queryPlan(company: Company, query: SQL | SQLWrapper): string[] {
  const { db, close } = openDbFile(`${company.folder}/company.db`, { readonly: true });
  try {
    return db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`).map(({ detail }) => detail);
  } finally {
    close();
  }
}
