import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { WebhookEvent } from "../contract/webhooks.ts";

export const webhookTable = sqliteTable("webhooks", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  url: text().notNull(),
  events: text({ mode: "json" }).$type<WebhookEvent[]>().notNull(),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  stopped: text({ enum: ["gone", "failing"] }),
  /** Sealed; so is the one before, which signs as well until it is over. */
  secret: blob({ mode: "buffer" }).notNull(),
  oldSecret: blob({ mode: "buffer" }),
  oldSecretUntil: integer(),
  /** Tries in a row that failed, and since when (ms). */
  failures: integer().notNull().default(0),
  nextAt: integer(),
  failingSince: integer(),
  createdAt: integer().notNull(),
});
export type WebhookRow = typeof webhookTable.$inferSelect;

export const webhookEventTable = sqliteTable("webhook_events", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** `webhook-id` */
  messageId: text().notNull(),
  event: text().notNull(),
  /** What stays in order: a contact's chat, a connection. */
  chat: text().notNull(),
  payload: text().notNull(),
  at: integer().notNull(),
});

export const deliveryTable = sqliteTable("webhook_deliveries", {
  id: integer().primaryKey({ autoIncrement: true }),
  webhookId: integer().notNull(),
  eventId: integer().notNull(),
  chat: text().notNull(),
  state: text({ enum: ["waiting", "delivered", "failed"] }).notNull(),
  attempts: integer().notNull().default(0),
  nextAt: integer().notNull(),
  at: integer().notNull(),
});
export type DeliveryRow = typeof deliveryTable.$inferSelect;

export const attemptTable = sqliteTable("webhook_attempts", {
  id: integer().primaryKey({ autoIncrement: true }),
  deliveryId: integer().notNull(),
  at: integer().notNull(),
  duration: integer().notNull(),
  status: integer(),
  said: text().notNull(),
});
