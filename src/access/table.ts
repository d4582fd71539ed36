import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
  /** The provider's person who acts as this one, and what they are called; null = they themselves. */
  actingCompanyId: integer(),
  actingUserId: integer(),
  actedBy: text(),
});

/** In provider.db: the public keys of devices that let their person in. */
export const passkeyTable = sqliteTable("passkeys", {
  /** The credential's id, in base64url. */
  id: text().primaryKey(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  publicKey: blob({ mode: "buffer" }).notNull(),
  counter: integer().notNull(),
  transports: text({ mode: "json" }).$type<string[]>().notNull(),
  name: text().notNull(),
  since: integer().notNull(),
});
