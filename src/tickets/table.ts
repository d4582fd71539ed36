import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BotState } from "../shared/bot/state.ts";
import type { Channel } from "../contract/channels.ts";
import type { MessageKind, Move, TicketStatus } from "../contract/tickets.ts";

export const ticketTable = sqliteTable("tickets", {
  id: integer().primaryKey({ autoIncrement: true }),
  uuid: text().notNull(),
  status: text().$type<TicketStatus>().notNull(),
  userId: integer(),
  queueId: integer(),
  connectionId: integer(),
  contactId: integer().notNull(),
  channel: text().$type<Channel>().notNull().default("whatsapp"),
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
  /** Since when the customer waits for an answer, while the ticket is pending; null while it is not. */
  waitingSince: integer(),
  /** Since when the customer's words are unanswered, while the ticket is in progress; null = they are answered. */
  unansweredSince: integer(),
  /** When it was handed over to whoever has not opened it yet; null = there is no such thing. */
  handedAt: integer(),
  /** Where the bot is with the customer; null before it said anything and after it let go. */
  bot: text({ mode: "json" }).$type<BotState>(),
  /** When the present service cycle began; null = with the ticket. */
  begunAt: integer(),
  /** The campaign that it answers. */
  campaignId: integer(),
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
  /** Of an undo: which move it took back. */
  undoes: text().$type<Move["action"]>(),
  /** Of a transfer: the note that goes along. */
  noteId: integer(),
  /** Which outside bot it is about, as it was called then, and its minutes. */
  bot: text(),
  minutes: integer(),
  /** Which number the customer has from then on. */
  number: text(),
  at: integer().notNull(),
});

/** What its maker can still take back: how it was before. */
export const undoTable = sqliteTable("undos", {
  what: text({ enum: ["move", "note"] }).notNull(),
  /** The move's or the note's id. */
  ofId: integer().notNull(),
  userId: integer().notNull(),
  /** ms since 1970. */
  until: integer().notNull(),
  was: text({ mode: "json" }).notNull(),
}, (table) => [primaryKey({ columns: [table.what, table.ofId] })]);

/** A service that was ended (behaviour.md, Times for the dashboard). Times in ms since 1970. */
export const cycleTable = sqliteTable("service_cycles", {
  id: integer().primaryKey({ autoIncrement: true }),
  ticketId: integer().notNull(),
  contactId: integer().notNull(),
  connectionId: integer(),
  queueId: integer(),
  userId: integer(),
  begunAt: integer().notNull(),
  queuedAt: integer(),
  startedAt: integer(),
  closedAt: integer().notNull(),
  /** 1 to 3 by the customer. */
  rating: integer(),
  ratedAt: integer(),
  /** Until when the customer's rating is awaited; null when it is not. */
  ratingUntil: integer(),
  /** When the customer gets the last words or is asked for a rating; null when that was done, or there is nothing to say. */
  goodbyeAt: integer(),
});
export type CycleRow = typeof cycleTable.$inferSelect;
