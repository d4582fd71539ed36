import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The account at Meta that a connection speaks through. */
export const graphAccountTable = sqliteTable("graph_accounts", {
  connectionId: integer().primaryKey(),
  /** Of a phone number, a page or an Instagram account. */
  accountId: text().notNull(),
  /** Of the business account or page that it belongs to; empty where it stands by itself. */
  parentId: text().notNull().default(""),
  /** Which of Meta's hosts answers for it. */
  host: text({ enum: ["facebook", "instagram"] }).notNull(),
  /** Sealed. */
  token: blob({ mode: "buffer" }).notNull(),
  /** ms since 1970; null for one that does not run out. */
  tokenExpiresAt: integer(),
  /** Meta has approved the tag HUMAN_AGENT: people may answer for seven days. */
  humanAgent: integer({ mode: "boolean" }).notNull().default(false),
  linkedAt: integer().notNull(),
});
export type GraphAccountRow = typeof graphAccountTable.$inferSelect;

/** What Meta told us and nobody has handled yet, one event a row. */
export const graphNoticeTable = sqliteTable("graph_notices", {
  id: integer().primaryKey({ autoIncrement: true }),
  connectionId: integer().notNull(),
  notice: text().notNull(),
  receivedAt: integer().notNull(),
  attempts: integer().notNull().default(0),
  failedAt: integer(),
});

/** What left by Graph, with Graph's own id of it once that is known. */
export const graphSendTable = sqliteTable(
  "graph_sends",
  {
    connectionId: integer().notNull(),
    wid: text().notNull(),
    chat: text().notNull(),
    networkId: text(),
    ack: integer().notNull().default(0),
    begunAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.wid] })],
);
export type GraphSendRow = typeof graphSendTable.$inferSelect;

/** In provider.db: whose connection an account is. */
export const graphLineTable = sqliteTable("graph_lines", {
  accountId: text().primaryKey(),
  companyId: integer().notNull(),
  connectionId: integer().notNull(),
});
