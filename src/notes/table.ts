import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const noteTable = sqliteTable("notes", {
  id: integer().primaryKey({ autoIncrement: true }),
  note: text().notNull(),
  contactId: integer().notNull(),
  /** Null once the ticket was deleted. */
  ticketId: integer(),
  userId: integer(),
  createdAt: integer().notNull(),
});
