import { integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

/** When a contact wrote last at a connection that may answer only for so long. */
export const answerWindowTable = sqliteTable(
  "answer_windows",
  { connectionId: integer().notNull(), contactId: integer().notNull(), lastAt: integer().notNull() },
  (table) => [primaryKey({ columns: [table.connectionId, table.contactId] })],
);
