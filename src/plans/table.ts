import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db. */
export const planTable = sqliteTable("plans", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  /** As many as a company may have; null = as many as it likes. */
  users: integer(),
  connections: integer(),
  queues: integer(),
  /** Bytes. */
  storage: integer(),
  /** Hundredths of a real, for a month. */
  value: integer().notNull().default(0),
  /** Whether strangers may choose it. */
  offered: integer({ mode: "boolean" }).notNull().default(true),
  createdAt: integer().notNull(),
  revision: integer().notNull().default(0),
  changedAt: integer(),
  changedById: integer(),
  changedBy: text(),
});
export type PlanRow = typeof planTable.$inferSelect;
