import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db. */
export const helpTable = sqliteTable("helps", {
  id: integer().primaryKey({ autoIncrement: true }),
  title: text().notNull(),
  description: text().notNull().default(""),
  video: text().notNull().default(""),
  createdAt: integer().notNull(),
  revision: integer().notNull().default(0),
  changedAt: integer(),
  changedById: integer(),
  changedBy: text(),
});
export type HelpRow = typeof helpTable.$inferSelect;
