import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is to be sent, as it was accepted. */
export interface Draft {
  body: string;
  mediaUrl?: string;
  file?: { file: string; name: string; mimetype: string; size: number };
  quotedId?: number;
  reaction?: { id: number; emoji: string };
  marketing?: true;
  template?: { name: string; language: string; header: string[]; body: string[]; buttons: string[] };
}

export const apiRequestTable = sqliteTable("api_requests", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  owner: text().notNull(),
  tokenName: text().notNull(),
  address: text().notNull(),
  kind: text({ enum: ["text", "media", "reaction"] }),
  number: text().notNull().default(""),
  fileName: text().notNull().default(""),
  status: integer().notNull(),
  error: text(),
  duration: integer().notNull().default(0),
  idempotencyKey: text(),
  fingerprint: text(),
  /** Null = it was refused. */
  state: text({ enum: ["waiting", "taken", "failed", "cancelled"] }),
  draft: text({ mode: "json" }).$type<Draft>(),
  sendAt: integer(),
  /** When it is looked at next. */
  dueAt: integer(),
  needsFile: integer({ mode: "boolean" }).notNull().default(false),
  attempts: integer().notNull().default(0),
  failure: text(),
  connectionId: integer(),
  messageId: integer(),
});
export type ApiRequestRow = typeof apiRequestTable.$inferSelect;
