import { sql } from "drizzle-orm";
import { type DbFile, openDbFile } from "../platform/db.ts";
import { migrate, type Migration } from "../platform/migrate.ts";

/** The tables, indexes and triggers of a file, as they were written. */
function schemaOf(file: DbFile): string[] {
  const named = sql.raw(
    "select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'",
  );
  return file.db.all<Record<string, string>>(named)
    .map(({ type, name, tbl_name, sql }) => `${type} ${name} on ${tbl_name}: ${(sql ?? "").replace(/\s+/g, " ")}`)
    .sort();
}

/**
 * Whether a file has exactly what the product's own steps make: anything else could do what it likes while it is brought to
 * the newest schema. `migrations` are those up to the file's schema.
 */
export function isOurs(file: DbFile, migrations: Migration[]): boolean {
  const fresh = openDbFile(":memory:");
  try {
    migrate(fresh, ":memory:", migrations);
    const wanted = schemaOf(fresh), found = schemaOf(file);
    return found.length === wanted.length && found.every((line, nth) => line === wanted[nth]);
  } finally {
    fresh.close();
  }
}
