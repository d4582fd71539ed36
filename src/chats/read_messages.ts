import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ChatMessage } from "../contract/chats.ts";
import { refuse } from "../contract/errors.ts";
import { calledByMessages } from "../mentions/mentions.ts";
import type { Read } from "../platform/company.ts";
import { momentOf, readingStamp } from "../platform/moment.ts";
import type { Called } from "../shared/mentions.ts";
import { chatMediaTable, chatMessageTable } from "./table.ts";

export const CHAT_MESSAGE_PAGE = 40;

const quoted = alias(chatMessageTable, "quoted"), quotedFile = alias(chatMediaTable, "quoted_file");

function select(db: Read) {
  return db.select({
    message: getTableColumns(chatMessageTable),
    media: getTableColumns(chatMediaTable),
    quote: {
      id: quoted.id,
      senderId: quoted.userId,
      name: quoted.sender,
      message: quoted.body,
      kind: quoted.kind,
    },
    quotedFile: quotedFile.name,
  }).from(chatMessageTable)
    .leftJoin(chatMediaTable, eq(chatMediaTable.messageId, chatMessageTable.id))
    .leftJoin(quoted, eq(quoted.id, chatMessageTable.quotedId))
    .leftJoin(quotedFile, eq(quotedFile.messageId, quoted.id));
}
type Join = ReturnType<ReturnType<typeof select>["all"]>[number];

function shown(joins: readonly Join[], called: Map<number, Called[]>): ChatMessage[] {
  return joins.map(({ message, media, quote, quotedFile }) => ({
    id: message.id,
    chatId: message.chatId,
    senderId: message.userId,
    sender: { name: message.sender },
    message: message.body,
    kind: message.kind,
    mediaUrl: media && `/api/chat-media/${message.id}`,
    media: media && mediaOf(media),
    quotedMsg: quote && { ...quote, message: quote.message || (quotedFile ?? "") },
    mentions: called.get(message.id) ?? [],
    tickets: message.tickets ?? [],
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    localId: message.localId,
    createdAt: momentOf(message.createdAt),
    asOf: readingStamp(),
  }));
}

function mediaOf({ messageId: _m, file: _f, ...media }: NonNullable<Join["media"]>): NonNullable<ChatMessage["media"]> {
  return { state: "ready", ...media };
}

/** Messages that are known to be there, in the order of their numbers. */
export function shownMessages(db: Read, ids: readonly number[]): ChatMessage[] {
  const joins = select(db).where(inArray(chatMessageTable.id, [...ids])).orderBy(asc(chatMessageTable.id)).all();
  return shown(joins, calledByMessages(db, ids));
}

export interface PageAsked {
  pageNumber: number;
  before?: number;
  after?: number;
  around?: number;
}

/** A page of a chat, oldest first; numbers grow with time, because there is one writer. */
export function listChatMessages(db: Read, chatId: number, { pageNumber, before, after, around }: PageAsked) {
  const { rows, hasMore, hasNewer } = around
    ? pageAround(db, chatId, around)
    : before
    ? { ...side(db, chatId, "older", before), hasNewer: true }
    : after
    ? newer(side(db, chatId, "newer", after))
    : newest(db, chatId, pageNumber);
  return { records: shown(rows, calledByMessages(db, rows.map(({ message }) => message.id))), hasMore, hasNewer };
}

/** The query of a page from the end, newest first. */
export function newestMessages(db: Read, chatId: number, pageNumber: number) {
  return select(db).where(eq(chatMessageTable.chatId, chatId)).orderBy(desc(chatMessageTable.id))
    .limit(CHAT_MESSAGE_PAGE + 1).offset((pageNumber - 1) * CHAT_MESSAGE_PAGE);
}

function newest(db: Read, chatId: number, pageNumber: number) {
  const rows = newestMessages(db, chatId, pageNumber).all();
  const page = rows.slice(0, CHAT_MESSAGE_PAGE).reverse();
  return { rows: page, hasMore: rows.length > CHAT_MESSAGE_PAGE, hasNewer: pageNumber > 1 };
}

function newer({ rows, hasMore }: ReturnType<typeof side>) {
  return { rows, hasMore: true, hasNewer: hasMore };
}

function pageAround(db: Read, chatId: number, id: number) {
  const [own] = select(db).where(and(eq(chatMessageTable.id, id), eq(chatMessageTable.chatId, chatId))).all();
  if (!own) refuse("ERR_NO_MESSAGE_FOUND");
  const half = CHAT_MESSAGE_PAGE / 2;
  const older = side(db, chatId, "older", id, half), later = side(db, chatId, "newer", id, half);
  return { rows: [...older.rows, own, ...later.rows], hasMore: older.hasMore, hasNewer: later.hasMore };
}

/** Up to `count` messages on one side of a message, oldest first. */
function side(db: Read, chatId: number, which: "older" | "newer", id: number, count = CHAT_MESSAGE_PAGE) {
  const beyond: SQL = which === "older" ? lt(chatMessageTable.id, id) : gt(chatMessageTable.id, id);
  const order = which === "older" ? desc : asc;
  const rows = select(db).where(and(eq(chatMessageTable.chatId, chatId), beyond)).orderBy(order(chatMessageTable.id))
    .limit(count + 1).all();
  const kept = rows.slice(0, count);
  return { rows: which === "older" ? kept.reverse() : kept, hasMore: rows.length > count };
}
