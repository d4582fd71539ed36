import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db. */
export const companyTable = sqliteTable("companies", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  /** YYYY-MM-DD, or null when the subscription does not end. */
  dueDate: text(),
  timeZone: text().notNull().default("America/Sao_Paulo"),
  /** Null = without limits, as the provider's own. */
  planId: integer(),
  isDemo: integer({ mode: "boolean" }).notNull().default(false),
  createdAt: integer().notNull(),
});
export type CompanyRow = typeof companyTable.$inferSelect;
