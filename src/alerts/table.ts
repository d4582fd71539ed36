import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ALERT_KINDS } from "../contract/alerts.ts";
import type { Alerted } from "./alerted.ts";

/** In provider.db: what is wrong now and was told. All times in ms. */
export const alertTable = sqliteTable("alerts", {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text({ enum: ALERT_KINDS }).notNull(),
  subject: text().notNull(),
  what: text().$type<Alerted>().notNull(),
  facts: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
  level: text({ enum: ["warning", "bad"] }).notNull(),
  companyId: integer(),
  beganAt: integer().notNull(),
  goodSince: integer(),
});
export type Alert = typeof alertTable.$inferSelect;

/** In provider.db: what is still to be handed to the provider's webhook. */
export const alertPostTable = sqliteTable("alert_posts", {
  id: integer().primaryKey({ autoIncrement: true }),
  messageId: text().notNull(),
  payload: text().notNull(),
  attempts: integer().notNull().default(0),
  nextAt: integer().notNull(),
  createdAt: integer().notNull(),
});
