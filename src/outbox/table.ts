import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What must be sent; a row is gone once the network has taken the message. */
export const outboxTable = sqliteTable("outbox", {
  id: integer().primaryKey({ autoIncrement: true }),
  messageId: integer().notNull(),
  connectionId: integer().notNull(),
  what: text({ enum: ["send", "revoke", "react", "edit"] }).notNull().default("send"),
  /** The network id of a change; a message that is sent has its own. */
  wid: text(),
  rank: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
  dueAt: integer().notNull(),
  expiresAt: integer().notNull(),
});
export type OutboxRow = typeof outboxTable.$inferSelect;
