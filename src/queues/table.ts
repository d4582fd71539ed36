import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Schedules } from "../contract/hours.ts";
import type { EndAction } from "../contract/queue_options.ts";
import { USUAL_MINUTES } from "../shared/bot/minutes.ts";

export const queueTable = sqliteTable("queues", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  color: text().notNull(),
  greetingMessage: text().notNull().default(""),
  outOfHoursMessage: text().notNull().default(""),
  schedules: text({ mode: "json" }).$type<Schedules>().notNull().default([]),
  /** See TO_OUTSIDE_BOT in the contract. */
  toWebhookId: integer(),
  botMinutes: integer().notNull().default(USUAL_MINUTES),
  botMessage: text().notNull().default(""),
  revision: integer().notNull().default(0),
  /** ms */
  changedAt: integer(),
  changedBy: integer(),
});
export type QueueRow = typeof queueTable.$inferSelect;

export const queueOptionTable = sqliteTable("queue_options", {
  id: integer().primaryKey({ autoIncrement: true }),
  queueId: integer().notNull(),
  parentId: integer(),
  option: integer().notNull(),
  title: text().notNull(),
  message: text().notNull().default(""),
  action: text().$type<EndAction>().notNull().default("human"),
  toQueueId: integer(),
  toUserId: integer(),
  toWebhookId: integer(),
  botMinutes: integer().notNull().default(USUAL_MINUTES),
  botMessage: text().notNull().default(""),
  /** The name of a file below media/ that goes along with the message, and what it is. */
  file: text(),
  fileName: text().notNull().default(""),
  fileMimetype: text().notNull().default(""),
  fileSize: integer().notNull().default(0),
});
export type QueueOptionRow = typeof queueOptionTable.$inferSelect;

export const userQueueTable = sqliteTable(
  "user_queues",
  { userId: integer().notNull(), queueId: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.queueId] })],
);
