import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Card, Media, Place } from "../contract/messages.ts";
import type { Outgoing } from "../channels/channel.ts";
import type { MessageKind } from "../contract/tickets.ts";

/** What few messages have: kept as JSON. */
export interface Extra {
  place?: Place;
  cards?: Card[];
  /** It was written to somebody else first. */
  forwarded?: boolean;
  /** What a quote shows while the quoted message is not ours. */
  quoted?: { body: string; kind: MessageKind; fromMe: boolean };
  /** It goes as a text that the network has approved. */
  template?: Outgoing["template"];
}

export const messageTable = sqliteTable("messages", {
  id: integer().primaryKey({ autoIncrement: true }),
  ticketId: integer().notNull(),
  /** Whose chat it is: a person, or a group. */
  contactId: integer().notNull(),
  connectionId: integer(),
  /** The chat's address on the network (a JID), and the message's id there. */
  chat: text().notNull(),
  wid: text().notNull(),
  fromMe: integer({ mode: "boolean" }).notNull(),
  userId: integer(),
  /** Who wrote it in a group: their name, and how the network addresses them. */
  participant: text().notNull().default(""),
  author: text().notNull().default(""),
  body: text().notNull(),
  kind: text().$type<MessageKind>().notNull(),
  kindName: text().notNull().default(""),
  ack: integer().notNull().default(0),
  failure: text(),
  read: integer({ mode: "boolean" }).notNull().default(false),
  quotedWid: text(),
  extra: text({ mode: "json" }).$type<Extra>(),
  isDeleted: integer({ mode: "boolean" }).notNull().default(false),
  isEdited: integer({ mode: "boolean" }).notNull().default(false),
  isHistory: integer({ mode: "boolean" }).notNull().default(false),
  localId: text(),
  /** As the network carries it (protobuf). */
  raw: blob({ mode: "buffer" }),
  createdAt: integer().notNull(),
  /** When one of ours was delivered, before that when the network took it; ms, null while it has not left. */
  reachedAt: integer(),
});
export type MessageRow = typeof messageTable.$inferSelect;
export type NewMessageRow = typeof messageTable.$inferInsert;

export const mediaTable = sqliteTable("message_media", {
  messageId: integer().primaryKey(),
  state: text().$type<Media["state"]>().notNull(),
  /** The name of the file below media/; null while there is none. */
  file: text(),
  name: text().notNull(),
  mimetype: text().notNull(),
  size: integer().notNull().default(0),
  width: integer().notNull().default(0),
  height: integer().notNull().default(0),
  seconds: integer().notNull().default(0),
  /** A small JPEG of an own picture, and the loudness of a voice note; base64, empty when there is none. */
  thumbnail: text().notNull().default(""),
  waveform: text().notNull().default(""),
  attempts: integer().notNull().default(0),
  dueAt: integer(),
});
export type MediaRow = typeof mediaTable.$inferSelect;
export type NewMediaRow = typeof mediaTable.$inferInsert;

export const editTable = sqliteTable("message_edits", {
  id: integer().primaryKey({ autoIncrement: true }),
  messageId: integer().notNull(),
  body: text().notNull(),
  at: integer().notNull(),
});

export const reactionTable = sqliteTable(
  "message_reactions",
  { messageId: integer().notNull(), who: text().notNull(), emoji: text().notNull(), at: integer().notNull() },
  (table) => [primaryKey({ columns: [table.messageId, table.who] })],
);
