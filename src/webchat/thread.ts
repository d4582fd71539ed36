import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import { shownMessage } from "../messages/show.ts";
import type { Message } from "../contract/messages.ts";
import type { WidgetMessage, WidgetPage } from "../contract/widget.ts";
import type { Company, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { ACK } from "../shared/delivery.ts";

/** One visitor's chat at one connection: all that they may ever read. */
export interface Chat {
  company: Company;
  connectionId: number;
  visitorId: string;
  /** Their address (a JID). */
  jid: string;
  /** Where one of its files is to be had. */
  fileUrl(messageId: number): string;
}

const PAGE = 40;

/** To the letter as in the index `messages_of_visitors`. */
const OF_VISITORS = sql`substr(chat, -8) = '@webchat'`;

/** Of what the company says, only what has left: what waits or has failed is not yet said. */
const within = and(
  eq(messageTable.connectionId, prepared.arg("connectionId")),
  eq(messageTable.chat, prepared.arg("jid")),
  OF_VISITORS,
  sql`(from_me = 0 or ack >= ${ACK.sent})`,
  sql`kind <> 'call'`,
);

const older = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable)
    .where(and(within, lt(messageTable.id, prepared.arg("before")))).orderBy(desc(messageTable.id)).limit(PAGE + 1)
    .prepare()
);

/** A page of the newest messages, or of those before one of them, oldest first. */
export function pageOf(chat: Chat, before = Number.MAX_SAFE_INTEGER): Omit<WidgetPage, "serving"> {
  const { company: { read }, connectionId, jid } = chat;
  const rows = older(read, { connectionId, jid, before });
  return {
    messages: rows.slice(0, PAGE).reverse().map(({ id }) => widgetMessage(chat, id)),
    hasMore: rows.length > PAGE,
  };
}

const byWids = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable)
    .where(and(within, inArray(messageTable.wid, prepared.list("wids")))).orderBy(asc(messageTable.id)).prepare()
);

/** Messages of the chat as they are now, by their ids at the channel. */
export function messagesBy(chat: Chat, wids: readonly string[]): WidgetMessage[] {
  const { company: { read }, connectionId, jid } = chat;
  return byWids(read, { connectionId, jid, wids: JSON.stringify(wids) }).map(({ id }) => widgetMessage(chat, id));
}

export interface Unmarked {
  wid: string;
  ack: number;
}

const MOST_MARKED = 500;

/** The company's messages of the chat up to `to` that are less far than `ack`. */
export function lessFarThan({ company, connectionId, jid }: Chat, to: number, ack: number): Unmarked[] {
  const { id, wid, ack: has } = messageTable;
  return company.read.select({ wid, ack: has }).from(messageTable).where(and(
    eq(messageTable.connectionId, connectionId),
    eq(messageTable.chat, jid),
    OF_VISITORS,
    lte(id, to),
    eq(messageTable.fromMe, true),
    gt(has, ACK.waiting),
    lt(has, ack),
  )).orderBy(desc(id)).limit(MOST_MARKED).all();
}

const whereabouts = prepared((db) =>
  db.select({ connectionId: messageTable.connectionId, chat: messageTable.chat, wid: messageTable.wid })
    .from(messageTable).where(eq(messageTable.id, prepared.arg("id"))).prepare()
);

/** Widgets know their own messages by this; it is the end of what the channel calls them. */
const MARK = "W-";

export function widOf(localId: string): string {
  return MARK + localId.toLowerCase();
}

function localIdOf(wid: string): string | null {
  return wid.startsWith(MARK) ? wid.slice(MARK.length) : null;
}

export function widgetMessage(chat: Chat, id: number): WidgetMessage {
  const { read } = chat.company;
  const message = shownMessage(read, id), { wid } = whereabouts.one(read, { id })!;
  const { kind, isDeleted, isEdited, quotedMsg } = message;
  return {
    id,
    own: !message.fromMe,
    kind,
    body: isDeleted ? "" : message.body,
    at: Date.parse(message.createdAt),
    read: message.read,
    isDeleted,
    isEdited,
    localId: localIdOf(wid),
    file: isDeleted ? null : fileIn(chat, message),
    quote: quotedMsg && { own: !quotedMsg.fromMe, body: quotedMsg.body, kind: quotedMsg.kind },
    reactions: message.reactions.map(({ emoji, fromMe }) => ({ emoji, own: !fromMe })),
    place: isDeleted ? null : message.places,
    cards: isDeleted ? [] : message.cards,
  };
}

function fileIn(chat: Chat, { id, media }: Message): WidgetMessage["file"] {
  if (!media) return null;
  const { name, mimetype, size, width, height } = media;
  return { url: media.state === "ready" ? chat.fileUrl(id) : "", name, mimetype, size, width, height };
}

/** A message of the chat, as the channel knows it; nothing for any other. */
export function messageIn({ company: { read }, connectionId, jid }: Chat, id: number): { wid: string } | undefined {
  const row = whereabouts.one(read, { id });
  return row?.connectionId === connectionId && row.chat === jid ? row : undefined;
}

/** Whether a message is of this connection's visitors. */
export function isOfConnection(db: Read, connectionId: number, messageId: number): boolean {
  const row = whereabouts.one(db, { id: messageId });
  return row?.connectionId === connectionId && row.chat.endsWith("@webchat");
}
