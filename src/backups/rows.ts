import type { DbFile } from "../platform/db.ts";

/** The tables that a company is. */
export const MAIN_TABLES = ["users", "contacts", "tickets", "messages"];

/** What must be in a file however it was copied. */
export interface FileRows {
  /** How many rows each of the main tables has that the file has. */
  rows: Record<string, number>;
  /** The id of the newest message; 0 without any. */
  newestMessage: number;
}

export function rowsIn(file: DbFile, tables: readonly string[] = MAIN_TABLES): FileRows {
  const has = (table: string) =>
    file.one(`SELECT 1 AS one FROM sqlite_schema WHERE type = 'table' AND name = '${table}'`) !== undefined;
  const count = (table: string) => Number(file.one(`SELECT count(*) AS count FROM ${table}`)!.count);
  const rows = Object.fromEntries(tables.filter(has).map((table) => [table, count(table)]));
  const newest = has("messages") ? file.one("SELECT coalesce(max(id), 0) AS id FROM messages")!.id : 0;
  return { rows, newestMessage: Number(newest) };
}
