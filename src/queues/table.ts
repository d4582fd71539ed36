import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const queueTable = sqliteTable("queues", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  color: text().notNull(),
});

export const userQueueTable = sqliteTable(
  "user_queues",
  { userId: integer().notNull(), queueId: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.queueId] })],
);
