import { sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";

/** The name by which the newest file is attached to the one that takes its place. */
export const NEWEST = "newest";

interface Reference {
  from: string;
  table: string;
  to: string | null;
  on_delete: string;
}

/**
 * Copies rows of a table from the newest file over those of the same key, or into their absence. What a row belongs to and
 * is not there any more takes the row along, or leaves it without, as deleting it would have done. `which` is SQL about the
 * row, which is called `it`. Answers how many were copied.
 */
export function carry(db: Write, table: string, which = "1"): number {
  const columns = db.all<{ name: string }>(sql`select name from pragma_table_info(${table})`).map(({ name }) => name);
  const references = db.all<Reference>(
    sql`select "from", "table", "to", on_delete from pragma_foreign_key_list(${table})`,
  );
  const isThere = ({ from, table, to }: Reference) =>
    `exists (select 1 from main.${table} parent where parent.${to ?? "id"} = it.${from})`;
  const values = columns.map((name) => {
    const reference = references.find(({ from, on_delete }) => from === name && on_delete === "SET NULL");
    return reference ? `iif(${isThere(reference)}, it.${name}, null)` : `it.${name}`;
  });
  const needed = references.filter(({ on_delete }) => on_delete !== "SET NULL")
    .map((reference) => `(it.${reference.from} is null or ${isThere(reference)})`);
  const where = [which, ...needed].join(" and ");
  const quoted = columns.map((name) => `"${name}"`).join(", ");
  return db.run(sql.raw(
    `insert or replace into main.${table} (${quoted}) select ${
      values.join(", ")
    } from ${NEWEST}.${table} it where ${where}`,
  )).changes;
}

/** The same, instead of all rows that there are. */
export function carryAll(db: Write, table: string): void {
  db.run(sql.raw(`delete from main.${table}`));
  carry(db, table);
}
