import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Days on which the company is closed. */
export const holidayTable = sqliteTable("holidays", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** YYYY-MM-DD. */
  date: text().notNull(),
  name: text().notNull(),
});
