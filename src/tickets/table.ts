import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MessageKind, Move, TicketStatus } from "../contract/tickets.ts";

export const ticketTable = sqliteTable("tickets", {
  id: integer().primaryKey({ autoIncrement: true }),
  uuid: text().notNull(),
  status: text().$type<TicketStatus>().notNull(),
  userId: integer(),
  queueId: integer(),
  connectionId: integer(),
  contactId: integer().notNull(),
  channel: text({ enum: ["whatsapp", "facebook", "instagram"] }).notNull().default("whatsapp"),
  isGroup: integer({ mode: "boolean" }).notNull().default(false),
  chatbot: integer({ mode: "boolean" }).notNull().default(false),
  lastMessage: text().notNull().default(""),
  lastMessageKind: text().$type<MessageKind>().notNull().default("text"),
  lastMessageFromMe: integer({ mode: "boolean" }).notNull().default(false),
  lastMessageAck: integer().notNull().default(0),
  lastMessageId: integer().notNull().default(0),
  lastMessageIsDeleted: integer({ mode: "boolean" }).notNull().default(false),
  unreadMessages: integer().notNull().default(0),
  /** First time pending with a queue; first accept; end of this service cycle. */
  queuedAt: integer(),
  startedAt: integer(),
  closedAt: integer(),
  /** Last time it became pending; null while it is not. */
  waitingSince: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});
export type TicketRow = typeof ticketTable.$inferSelect;

export const moveTable = sqliteTable("ticket_moves", {
  id: integer().primaryKey({ autoIncrement: true }),
  ticketId: integer().notNull(),
  action: text().$type<Move["action"]>().notNull(),
  userId: integer(),
  toUserId: integer(),
  toQueueId: integer(),
  at: integer().notNull(),
});
