import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db: the living login sessions. */
export const sessionTable = sqliteTable("sessions", {
  id: text().primaryKey(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  refreshHash: text().notNull(),
  previousHash: text(),
  rotatedAt: integer().notNull(),
  expiresAt: integer().notNull(),
  openedAt: integer().notNull(),
  /** What the browser says it is; empty when that is nothing known. */
  browser: text().notNull(),
  system: text().notNull(),
  /** The address without its last part. */
  network: text().notNull(),
});
