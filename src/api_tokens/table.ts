import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Scope } from "../contract/scopes.ts";

export const apiTokenTable = sqliteTable("api_tokens", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  hint: text().notNull(),
  scopes: text({ mode: "json" }).$type<Scope[]>().notNull(),
  perMinute: integer().notNull(),
  perDay: integer(),
  expiresAt: integer(),
  lastUsedAt: integer(),
  userId: integer(),
  /** Of the outside bot that speaks by it. */
  webhookId: integer(),
  createdAt: integer().notNull(),
  revokedAt: integer(),
});
export type ApiTokenRow = typeof apiTokenTable.$inferSelect;

/** In provider.db: which token of which company a text is, by its keyed hash. */
export const tokenHashTable = sqliteTable("api_token_hashes", {
  tokenHash: text().primaryKey(),
  companyId: integer().notNull(),
  tokenId: integer().notNull(),
});
