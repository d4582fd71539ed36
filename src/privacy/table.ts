import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ErasedCounts } from "../contract/privacy.ts";

/** In provider.db, which is not restored with a company: who was erased, without saying who it was. */
export const erasureTable = sqliteTable("erasures", {
  id: integer().primaryKey({ autoIncrement: true }),
  companyId: integer().notNull(),
  at: integer().notNull(),
  byId: integer(),
  byName: text().notNull(),
  counts: text({ mode: "json" }).$type<ErasedCounts>().notNull(),
});

/** In provider.db: keyed hashes of the addresses that they were known by. */
export const erasedAddressTable = sqliteTable(
  "erased_addresses",
  { erasureId: integer().notNull(), addressHash: text().notNull() },
  (table) => [primaryKey({ columns: [table.erasureId, table.addressHash] })],
);

/** In provider.db: files of a whole company that were written, and where to. */
export const companyExportTable = sqliteTable("company_exports", {
  id: integer().primaryKey({ autoIncrement: true }),
  companyId: integer().notNull(),
  at: integer().notNull(),
  path: text().notNull(),
  isAnonymised: integer({ mode: "boolean" }).notNull(),
  /** Of the server that wrote it, where that was another (companies/origins.ts). */
  server: text(),
});

/** What a night has deleted for its age. */
export const retentionRunTable = sqliteTable("retention_runs", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  months: integer().notNull(),
  messages: integer().notNull(),
  files: integer().notNull(),
});
