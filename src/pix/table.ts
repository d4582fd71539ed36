import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db: what a bank was reached with whose charges may still be paid. */
export const formerBankTable = sqliteTable("former_banks", {
  /** The access's name (`nameOfAccess`). */
  access: text().primaryKey(),
  /** A `BankAccess` as JSON, sealed. */
  reachedWith: text().notNull(),
});
