import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** When somebody who called was last told that no calls are taken (ms since 1970). */
export const callAnswerTable = sqliteTable("call_answers", {
  contactId: integer().primaryKey(),
  at: integer().notNull(),
});
