import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const tagTable = sqliteTable("tags", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  color: text().notNull(),
  userId: integer(),
});

export const ticketTagTable = sqliteTable(
  "ticket_tags",
  { ticketId: integer().notNull(), tagId: integer().notNull() },
  (table) => [primaryKey({ columns: [table.ticketId, table.tagId] })],
);
