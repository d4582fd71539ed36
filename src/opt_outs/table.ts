import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
