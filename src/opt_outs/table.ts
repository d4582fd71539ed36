import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OptOutSource } from "../contract/opt_outs.ts";

/** Who wants nothing more of campaigns. */
export const optOutTable = sqliteTable("opt_outs", {
  id: integer().primaryKey({ autoIncrement: true }),
  number: text(),
  /** Of an erased contact's number, keyed by the server (`Keys.digest`). */
  numberHash: text(),
  source: text().$type<OptOutSource>().notNull(),
  channel: text().notNull().default("whatsapp"),
  campaignId: integer(),
  userId: integer(),
  at: integer().notNull(),
});

/** When marketing was written to a contact last, by each connection; a trigger writes what campaigns send. */
export const marketingMarkTable = sqliteTable("marketing_marks", {
  contactId: integer().notNull(),
  connectionId: integer().notNull(),
  at: integer().notNull(),
  source: text({ enum: ["campaign", "api"] }).notNull(),
  messageId: integer().notNull(),
}, (table) => [primaryKey({ columns: [table.contactId, table.connectionId] })]);
