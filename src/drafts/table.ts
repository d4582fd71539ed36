import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const draftTable = sqliteTable(
  "drafts",
  {
    userId: integer().notNull(),
    ticketId: integer().notNull(),
    body: text().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.ticketId] })],
);
