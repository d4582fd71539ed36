import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** When somebody who called was last told that no calls are taken (ms since 1970). */
export const callAnswerTable = sqliteTable("call_answers", {
  /** Their address on the network, or `contact 7`. */
  chat: text().primaryKey(),
  at: integer().notNull(),
});
