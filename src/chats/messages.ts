import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type * as z from "zod/mini";
import type { Chat, ChatMessage, ChatMessageDraft } from "../contract/chats.ts";
import { refuse } from "../contract/errors.ts";
import { isStillEditable, type Person } from "../contract/permissions.ts";
import { calledByMessages, callPeople, takeBackCalls } from "../mentions/mentions.ts";
import { kindOf } from "../outbox/compose.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { momentOf, readingStamp } from "../platform/moment.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { type Called, calledIn, ticketsIn } from "../shared/mentions.ts";
import { ticketCards } from "../mentions/mentions.ts";
import { chatFor, shownChat } from "./chats.ts";
import { membersOf, those } from "./members.ts";
import {
  chatMediaTable,
  type ChatMessageRow,
  chatMessageTable,
  type ChatRow,
  chatTable,
  chatUserTable,
} from "./table.ts";

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
function shownMessages(db: Read, ids: readonly number[]): ChatMessage[] {
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

/** Whom a message is from. */
export type Writer = Person & { name: string };

/** A text, or files of which the first carries the text, to all who are in a chat. */
export function sendToChat(
  company: Company,
  chatId: number,
  draft: z.output<typeof ChatMessageDraft>,
  { files, person, now }: { files: ReceivedFile[]; person: Writer; now: number },
): ChatMessage[] {
  if (draft.message.trim() === "" && files.length === 0) {
    refuse("ERR_INVALID_INPUT", { fields: { message: "required" } });
  }
  return company.write((db, emit) => {
    const chat = chatFor(db, person, { id: chatId });
    const repeated = draft.localId &&
      alreadySent(db, chatId, { localId: draft.localId, count: Math.max(1, files.length), person });
    if (repeated) return repeated;
    if (draft.quotedMsg) checkQuote(db, chatId, draft.quotedMsg.id);
    // Our clock may have been set back: what comes later is shown later all the same.
    const at = Math.max(now, chat.updatedAt);
    const parts = files.length ? files : [undefined];
    const ids = parts.map((file, nth) =>
      store(db, emit, chat, { ...draft, ...(nth ? { message: "", localId: undefined } : {}), file, person, now: at })
    );
    return tell(company, db, emit, { chatId, ids, person, now: at });
  });
}

interface Part extends z.output<typeof ChatMessageDraft> {
  file?: ReceivedFile;
  person: Writer;
  now: number;
}

function store(db: Write, emit: Emit, chat: ChatRow, part: Part): number {
  const { message: body, quotedMsg, about, localId, file, person, now } = part;
  const { id } = db.insert(chatMessageTable).values({
    chatId: chat.id,
    userId: person.id,
    sender: person.name,
    body,
    kind: file ? kindOf(file, about?.as) : "text",
    quotedId: quotedMsg?.id,
    tickets: ticketsFor(db, body, person),
    localId,
    createdAt: now,
  }).returning({ id: chatMessageTable.id }).get();
  if (file) {
    const { as: _a, thumbnail: _t, ...known } = about ?? {};
    db.insert(chatMediaTable).values({ messageId: id, ...known, ...keep(file) }).run();
  }
  callPeople(db, emit, calledHere(db, chat.id, body), { by: person, place: { chatMessageId: id }, now });
  return id;
}

/** Takes the file over from the request: it now belongs to the message. */
function keep(file: ReceivedFile) {
  const path = file.path ?? refuse("ERR_INVALID_INPUT");
  file.path = undefined;
  return { file: path.split("/").at(-1)!, name: file.name, mimetype: file.mimetype, size: file.size };
}

function calledHere(db: Read, chatId: number, body: string): Called[] {
  if (!body.includes("@")) return [];
  return calledIn(body, (membersOf(db, [chatId]).get(chatId) ?? []).map(({ user }) => user));
}

/** Only of tickets that the writer may see: any other number is just a number. */
function ticketsFor(db: Read, body: string, person: Person): number[] | null {
  const ids = ticketsIn(body);
  const seen = new Set(ticketCards(db, person, ids).flatMap(({ id, isVisible }) => isVisible ? id : []));
  return seen.size ? ids.filter((id) => seen.has(id)) : null;
}

/** Counts new messages for all but their writer, who has read the chat by writing in it, and shows them to everybody in it. */
function tell(
  company: Company,
  db: Write,
  emit: Emit,
  { chatId, ids, person, now }: { chatId: number; ids: number[]; person: Writer; now: number },
): ChatMessage[] {
  const newest = ids.at(-1)!, ofChat = eq(chatUserTable.chatId, chatId);
  db.update(chatTable).set({ lastMessageId: newest, updatedAt: now }).where(eq(chatTable.id, chatId)).run();
  db.update(chatUserTable).set({ unreads: sql`${chatUserTable.unreads} + ${ids.length}` })
    .where(and(ofChat, ne(chatUserTable.userId, person.id))).run();
  db.update(chatUserTable).set({ readTo: newest, unreads: 0 }).where(and(ofChat, eq(chatUserTable.userId, person.id)))
    .run();
  const chat = shownChat(db, chatId), messages = shownMessages(db, ids);
  for (const newMessage of messages) {
    emit("chat", { action: "new-message", newMessage, chat }, those(company, chatId, chat.users));
  }
  return messages;
}

interface Repeated {
  localId: string;
  /** As many messages as it has files, which were stored one after the other. */
  count: number;
  person: Writer;
}

/** The answer to the first try got lost, and here is the second: nothing is sent twice, and all of it is answered again. */
function alreadySent(db: Read, chatId: number, { localId, count, person }: Repeated): ChatMessage[] | undefined {
  const [first] = db.select().from(chatMessageTable).where(eq(chatMessageTable.localId, localId)).all();
  if (!first) return undefined;
  if (first.userId !== person.id || first.chatId !== chatId) {
    refuse("ERR_INVALID_INPUT", { fields: { localId: "taken" } });
  }
  return shownMessages(db, Array.from({ length: count }, (_, nth) => first.id + nth));
}

function checkQuote(db: Read, chatId: number, id: number): void {
  const [row] = db.select().from(chatMessageTable).where(eq(chatMessageTable.id, id)).all();
  if (row?.chatId !== chatId || row.isDeleted) refuse("ERR_NO_MESSAGE_FOUND");
}

/** A message of a chat that the person is in, with the chat; for everybody else there is none. */
export function messageFor(db: Read, person: Person, id: number): ChatMessageRow {
  const [row] = db.select().from(chatMessageTable).where(eq(chatMessageTable.id, id)).all();
  if (!row) refuse("ERR_NO_MESSAGE_FOUND");
  chatFor(db, person, { id: row.chatId });
  return row;
}

/** Changes an own text; who is called for the first time hears it, who is not called any more hears that. */
export function editMessage(company: Company, id: number, body: string, person: Writer, now: number): ChatMessage {
  return company.write((db, emit) => {
    const row = messageFor(db, person, id);
    if (row.userId !== person.id || row.kind !== "text" || row.isDeleted) refuse("ERR_NO_PERMISSION");
    if (!isStillEditable(row.createdAt, now)) refuse("ERR_EDIT_TOO_LATE");
    db.update(chatMessageTable).set({ body, isEdited: true, tickets: ticketsFor(db, body, person) })
      .where(eq(chatMessageTable.id, id)).run();
    const before = calledByMessages(db, [id]).get(id) ?? [], after = calledHere(db, row.chatId, body);
    const had = new Set(before.map(({ userId }) => userId)), stay = new Set(after.map(({ userId }) => userId));
    takeBackCalls(db, emit, { chatMessageId: id }, stay);
    const called = after.filter(({ userId }) => !had.has(userId));
    if (called.length > 0) callPeople(db, emit, called, { by: person, place: { chatMessageId: id }, now });
    return tellChange(company, db, emit, row);
  });
}

/** Takes the words and the file of an own message away; where it stood is still to be seen. Answers the file's name, too. */
export function removeMessage(company: Company, id: number, person: Person) {
  return company.write((db, emit) => {
    const row = messageFor(db, person, id);
    if (row.userId !== person.id) refuse("ERR_NO_PERMISSION");
    const [media] = db.delete(chatMediaTable).where(eq(chatMediaTable.messageId, id)).returning().all();
    db.update(chatMessageTable).set({ body: "", isDeleted: true, tickets: null, quotedId: null })
      .where(eq(chatMessageTable.id, id)).run();
    takeBackCalls(db, emit, { chatMessageId: id });
    // Who had not come to it will not.
    if (!row.isDeleted) {
      db.update(chatUserTable).set({ unreads: sql`max(0, ${chatUserTable.unreads} - 1)` }).where(and(
        eq(chatUserTable.chatId, row.chatId),
        ne(chatUserTable.userId, person.id),
        lt(chatUserTable.readTo, id),
      )).run();
    }
    return { message: tellChange(company, db, emit, row), file: media?.file ?? null };
  });
}

function tellChange(company: Company, db: Write, emit: Emit, { id, chatId }: ChatMessageRow): ChatMessage {
  const [message] = shownMessages(db, [id]), chat: Chat = shownChat(db, chatId);
  emit("chat", { action: "update-message", message: message!, chat }, those(company, chatId, chat.users));
  return message!;
}
