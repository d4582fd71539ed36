import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db: who may choose a password once, by the keyed hash of what stands in the address. */
export const passwordLinkTable = sqliteTable("password_links", {
  companyId: integer().notNull(),
  userId: integer().notNull(),
  tokenHash: text().notNull(),
  expiresAt: integer().notNull(),
  /** The address to which it was mailed; null when it was handed over. */
  mailedTo: text(),
}, ({ companyId, userId }) => [primaryKey({ columns: [companyId, userId] })]);
