import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const mentionTable = sqliteTable("mentions", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Who is called, and who calls. */
  userId: integer().notNull(),
  byId: integer(),
  /** Where it stands: one of both. */
  chatMessageId: integer(),
  noteId: integer(),
  /** How they were called: `@Bruno`. */
  written: text().notNull(),
  createdAt: integer().notNull(),
  /** Null while it calls. */
  seenAt: integer(),
});
