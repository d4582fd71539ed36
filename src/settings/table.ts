import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const settingTable = sqliteTable("settings", { key: text().primaryKey(), value: text().notNull() });

/** Days on which the company is closed. */
export const holidayTable = sqliteTable("holidays", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** YYYY-MM-DD. */
  date: text().notNull(),
  name: text().notNull(),
});
