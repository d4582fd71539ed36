import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Channel } from "../contract/channels.ts";
import type { ConnectionStatus, Situation } from "../contract/connections.ts";

export const connectionTable = sqliteTable("connections", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  channel: text().$type<Channel>().notNull().default("whatsapp"),
  status: text().$type<ConnectionStatus>().notNull(),
  situation: text().$type<Situation>().notNull(),
  isDefault: integer({ mode: "boolean" }).notNull().default(false),
  number: text().notNull().default(""),
  retries: integer().notNull().default(0),
  /** False once an administrator disconnected it: it is not started again by itself. */
  shouldRun: integer({ mode: "boolean" }).notNull().default(true),
  greetingMessage: text().notNull().default(""),
  complationMessage: text().notNull().default(""),
  outOfHoursMessage: text().notNull().default(""),
  ratingMessage: text().notNull().default(""),
  /** The API token, sealed (platform/keys.ts). */
  token: blob({ mode: "buffer" }),
  provider: text().notNull().default("beta"),
  since: integer().notNull(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});
export type ConnectionRow = typeof connectionTable.$inferSelect;

/** The last states of a connection. */
export const connectionChangeTable = sqliteTable("connection_changes", {
  id: integer().primaryKey({ autoIncrement: true }),
  connectionId: integer().notNull(),
  status: text().$type<ConnectionStatus>().notNull(),
  situation: text().$type<Situation>().notNull(),
  code: integer(),
  at: integer().notNull(),
});

export const connectionQueueTable = sqliteTable(
  "connection_queues",
  { connectionId: integer().notNull(), queueId: integer().notNull(), position: integer().notNull().default(0) },
  (table) => [primaryKey({ columns: [table.connectionId, table.queueId] })],
);

/** In provider.db: which connection an API token is for, by its keyed hash. */
export const connectionTokenTable = sqliteTable("connection_tokens", {
  tokenHash: text().primaryKey(),
  companyId: integer().notNull(),
  connectionId: integer().notNull(),
});
