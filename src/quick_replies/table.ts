import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const quickReplyTable = sqliteTable("quick_replies", {
  id: integer().primaryKey({ autoIncrement: true }),
  shortcode: text().notNull(),
  message: text().notNull(),
  userId: integer(),
});
