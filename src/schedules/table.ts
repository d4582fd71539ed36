import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ScheduleStatus } from "../contract/schedules.ts";
import type { ChosenTemplate } from "../contract/templates.ts";

export const scheduleTable = sqliteTable("schedules", {
  id: integer().primaryKey({ autoIncrement: true }),
  body: text().notNull(),
  contactId: integer().notNull(),
  connectionId: integer(),
  /** By which it goes, where it is not a text of one's own. */
  template: text({ mode: "json" }).$type<ChosenTemplate>(),
  userId: integer(),
  sendAt: integer().notNull(),
  sentAt: integer(),
  status: text().$type<ScheduleStatus>().notNull().default("PENDENTE"),
  failure: text(),
  /** When its time had come, and what it became; the message may be gone again. */
  takenAt: integer(),
  messageId: integer(),
  createdAt: integer().notNull(),
});
export type ScheduleRow = typeof scheduleTable.$inferSelect;
