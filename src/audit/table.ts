import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditChange } from "../contract/audit.ts";

export const auditTable = sqliteTable("audit_log", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  userId: integer(),
  who: text().notNull(),
  actedBy: text(),
  address: text().notNull().default(""),
  what: text().notNull(),
  target: text().notNull().default(""),
  name: text().notNull().default(""),
  changes: text({ mode: "json" }).$type<AuditChange[]>().notNull(),
});
