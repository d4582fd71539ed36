import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Tickets that an outside bot has. Triggers make due whatever somebody takes from it, and what its webhook is gone for. */
export const botHoldTable = sqliteTable("bot_holds", {
  ticketId: integer().primaryKey(),
  /** Also one that is gone, until people have taken over. */
  webhookId: integer().notNull(),
  /** As the bot was called when it began. */
  bot: text().notNull(),
  minutes: integer().notNull(),
  message: text().notNull(),
  /** When people take over (ms; 0 = at once); null = the bot has answered, and the customer is awaited. */
  dueAt: integer(),
  /** How often in a row bots have passed the customer on before a word from them. */
  returns: integer().notNull().default(0),
});
export type BotHoldRow = typeof botHoldTable.$inferSelect;
