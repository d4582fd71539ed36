import { and, eq, lt, ne, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Chat, ChatMessage, ChatMessageDraft } from "../contract/chats.ts";
import { refuse } from "../contract/errors.ts";
import { isStillEditable, type Person } from "../contract/permissions.ts";
import { calledByMessages, callPeople, takeBackCalls } from "../mentions/mentions.ts";
import { kindOf } from "../outbox/compose.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { type Called, calledIn, ticketsIn } from "../shared/mentions.ts";
import { ticketCards } from "../mentions/mentions.ts";
import { chatFor, shownChat } from "./chats.ts";
import { membersOf, those } from "./members.ts";
import { shownMessages } from "./read_messages.ts";
import {
  chatMediaTable,
  type ChatMessageRow,
  chatMessageTable,
  type ChatRow,
  chatTable,
  chatUserTable,
} from "./table.ts";

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
