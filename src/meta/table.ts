import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TemplateParts } from "../contract/templates.ts";

/** Texts that WhatsApp has approved for writing first, as its business account lists them. */
export const templateTable = sqliteTable("templates", {
  id: integer().primaryKey({ autoIncrement: true }),
  connectionId: integer().notNull(),
  name: text().notNull(),
  language: text().notNull(),
  category: text().notNull().default(""),
  status: text().notNull(),
  parts: text({ mode: "json" }).$type<TemplateParts>().notNull(),
  fetchedAt: integer().notNull(),
});
export type TemplateRow = typeof templateTable.$inferSelect;
