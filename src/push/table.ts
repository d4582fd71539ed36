import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { PushChoices, PushKind } from "../contract/push.ts";

/** In provider.db: browsers that are told while the product is closed there. */
export const pushDeviceTable = sqliteTable("push_devices", {
  id: text().primaryKey(),
  sessionId: text().notNull(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  /** Keyed: finds the same browser again. */
  endpointHash: text().notNull(),
  /** Address and keys, sealed. */
  subscription: blob({ mode: "buffer" }).notNull(),
  /** Of the push service. */
  host: text().notNull(),
  choices: text({ mode: "json" }).$type<PushChoices>().notNull(),
  since: integer().notNull(),
});
export type PushDeviceRow = typeof pushDeviceTable.$inferSelect;

/** In provider.db: browsers that are told nothing more, for as long as that is still to be said to them. */
export const farewellTable = sqliteTable("push_farewells", {
  /** Of the device that was. */
  id: text().primaryKey(),
  companyId: integer().notNull(),
  endpointHash: text().notNull(),
  subscription: blob({ mode: "buffer" }).notNull(),
  host: text().notNull(),
});
export type FarewellRow = typeof farewellTable.$inferSelect;

/** In the company's file: of each device one row for each thing that it is told of. */
export const pushTable = sqliteTable("pushes", {
  deviceId: text().notNull(),
  userId: integer().notNull(),
  /** What replaces the one before on the device: `ticket-1`, `waiting-1`, `chat-1`, `mention-1`. */
  tag: text().notNull(),
  kind: text().$type<PushKind>().notNull(),
  /** The ticket or the chat. */
  ofId: integer().notNull(),
  /** The message, the chat's message or the mention. */
  aboutId: integer(),
  /**
   * `waiting` to be sent; `shown` on the device; `closing`, to be taken back; `quiet` when it needs not be told any more, or
   * could not be.
   */
  state: text({ enum: ["waiting", "shown", "closing", "quiet"] }).notNull(),
  /** One more with each thing that happened. */
  revision: integer().notNull().default(1),
  attempts: integer().notNull().default(0),
  nextAt: integer().notNull(),
  /** When it happened, and when the device was last told; ms. */
  at: integer().notNull(),
  shownAt: integer(),
}, (table) => [primaryKey({ columns: [table.deviceId, table.tag] })]);
export type PushRow = typeof pushTable.$inferSelect;
