import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db. */
export const providerSettingTable = sqliteTable("provider_settings", {
  key: text().primaryKey(),
  value: text().notNull(),
  revision: integer().notNull().default(0),
  changedAt: integer(),
  changedById: integer(),
  changedBy: text(),
});
export type ProviderSettingRow = typeof providerSettingTable.$inferSelect;
