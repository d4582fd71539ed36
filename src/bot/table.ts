import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** When somebody who called was last told that no calls are taken (ms since 1970). */
export const callAnswerTable = sqliteTable("call_answers", {
  /** Their address on the network, or `contact 7`. */
  chat: text().primaryKey(),
  at: integer().notNull(),
});

/** Customers whose bills are being looked up, until they are told. */
export const billLookupTable = sqliteTable("bill_lookups", {
  ticketId: integer().primaryKey(),
  taxNumber: text().notNull(),
  askedAt: integer().notNull(),
});
export type BillLookupRow = typeof billLookupTable.$inferSelect;
