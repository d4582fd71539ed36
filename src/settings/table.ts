import { sqliteTable, text } from "drizzle-orm/sqlite-core";

export const settingTable = sqliteTable("settings", { key: text().primaryKey(), value: text().notNull() });
