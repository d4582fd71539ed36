import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db: the living sessions, one per user. */
export const sessionTable = sqliteTable("sessions", {
  id: text().primaryKey(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  refreshHash: text().notNull(),
  previousHash: text(),
  rotatedAt: integer().notNull(),
  expiresAt: integer().notNull(),
});
