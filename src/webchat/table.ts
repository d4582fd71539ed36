import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Asked, WebchatLook } from "../contract/webchat.ts";
import type { VisitorAbout } from "../contract/widget.ts";

export const webchatTable = sqliteTable("webchats", {
  connectionId: integer().primaryKey(),
  key: text().notNull(),
  color: text().notNull().default("#2563eb"),
  title: text().notNull().default(""),
  greeting: text().notNull().default(""),
  position: text().$type<WebchatLook["position"]>().notNull().default("right"),
  theme: text().$type<WebchatLook["theme"]>().notNull().default("auto"),
  origins: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  askName: text().$type<Asked>().notNull().default("optional"),
  askEmail: text().$type<Asked>().notNull().default("off"),
  askPhone: text().$type<Asked>().notNull().default("off"),
  handoverId: integer(),
});
export type WebchatRow = typeof webchatTable.$inferSelect;

export const visitorTable = sqliteTable("visitors", {
  id: text().primaryKey(),
  connectionId: integer().notNull(),
  /** Keyed hash of what the visitor's browser keeps. */
  secretHash: text().notNull(),
  /** What they said of themselves; null once they have written and are a contact. */
  about: text({ mode: "json" }).$type<VisitorAbout>(),
  createdAt: integer().notNull(),
});
export type VisitorRow = typeof visitorTable.$inferSelect;

export const handoverCodeTable = sqliteTable("handover_codes", {
  code: text().primaryKey(),
  visitorId: text().notNull(),
  /** ms since 1970. */
  expiresAt: integer().notNull(),
});

/** In provider.db: whose a web chat is. */
export const webchatKeyTable = sqliteTable("webchat_keys", {
  key: text().primaryKey(),
  companyId: integer().notNull(),
  connectionId: integer().notNull(),
});
