import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Keys and ratchets of a linked account, each value sealed with the server's key. */
export const authTable = sqliteTable(
  "whatsapp_auth",
  {
    connectionId: integer().notNull(),
    type: text().notNull(),
    id: text().notNull(),
    value: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.type, table.id] })],
);

/** What was decrypted, handled (settled) or not yet. */
export const journalTable = sqliteTable("whatsapp_journal", {
  id: integer().primaryKey({ autoIncrement: true }),
  connectionId: integer().notNull(),
  wid: text().notNull(),
  hash: text().notNull(),
  /** The stanza's attributes, as JSON. */
  attrs: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  plain: blob({ mode: "buffer" }).notNull(),
  receivedAt: integer().notNull(),
  settledAt: integer(),
});
