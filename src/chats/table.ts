import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MessageKind } from "../contract/tickets.ts";

export const chatTable = sqliteTable("chats", {
  id: integer().primaryKey({ autoIncrement: true }),
  uuid: text().notNull(),
  title: text().notNull(),
  /** Null only where nobody was left to take it over. */
  ownerId: integer(),
  /** Null while nobody has written. */
  lastMessageId: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});
export type ChatRow = typeof chatTable.$inferSelect;

export const chatUserTable = sqliteTable("chat_users", {
  chatId: integer().notNull(),
  userId: integer().notNull(),
  /** The newest message that the person has read, and how many of others came after it. */
  readTo: integer().notNull().default(0),
  unreads: integer().notNull().default(0),
}, (table) => [primaryKey({ columns: [table.chatId, table.userId] })]);

export const chatMessageTable = sqliteTable("chat_messages", {
  id: integer().primaryKey({ autoIncrement: true }),
  chatId: integer().notNull(),
  userId: integer(),
  /** Who wrote it, also once that user is deleted. */
  sender: text().notNull(),
  body: text().notNull(),
  kind: text().$type<MessageKind>().notNull(),
  quotedId: integer(),
  /** The numbers of the tickets spoken of. */
  tickets: text({ mode: "json" }).$type<number[]>(),
  isDeleted: integer({ mode: "boolean" }).notNull().default(false),
  isEdited: integer({ mode: "boolean" }).notNull().default(false),
  localId: text(),
  createdAt: integer().notNull(),
});
export type ChatMessageRow = typeof chatMessageTable.$inferSelect;

export const chatMediaTable = sqliteTable("chat_media", {
  messageId: integer().primaryKey(),
  /** The name of the file below media/. */
  file: text().notNull(),
  name: text().notNull(),
  mimetype: text().notNull(),
  size: integer().notNull(),
  width: integer().notNull().default(0),
  height: integer().notNull().default(0),
  seconds: integer().notNull().default(0),
  waveform: text().notNull().default(""),
});
export type ChatMediaRow = typeof chatMediaTable.$inferSelect;
