import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Chat } from "../contract/chats.ts";
import { refuse } from "../contract/errors.ts";
import { mayEditChat, type Person } from "../contract/permissions.ts";
import { seeMentions, unseenInChat } from "../mentions/mentions.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { folded } from "../platform/full_text.ts";
import { momentOf, readingStamp } from "../platform/moment.ts";
import { noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { userTable } from "../users/table.ts";
import { isMember, membersOf, people, those } from "./members.ts";
import { chatMediaTable, chatMessageTable, type ChatRow, chatTable, chatUserTable } from "./table.ts";

export const CHAT_PAGE = 20;

interface Asked {
  searchParam: string;
  pageNumber: number;
  withUnread: boolean;
}

/** A page of a person's chats, the latest message first. */
export function listChats(db: Read, person: Pick<Person, "id">, { searchParam, pageNumber, withUnread }: Asked) {
  const ids = ownChats(db, person.id, withUnread).all();
  const found = searchParam ? foundIn(db, ids, searchParam) : ids.map(({ id }) => id);
  const from = (pageNumber - 1) * CHAT_PAGE;
  return { records: chatsById(db, found.slice(from, from + CHAT_PAGE)), hasMore: found.length > from + CHAT_PAGE };
}

/** The query of a person's chats, the latest message first. */
export function ownChats(db: Read, userId: number, withUnread: boolean) {
  // Spelled out, not bound: only so does the partial index serve it.
  const isUnread = sql`${chatUserTable.unreads} > 0`;
  const own = and(eq(chatUserTable.userId, userId), withUnread ? isUnread : undefined);
  return db.select({ id: chatTable.id, title: chatTable.title }).from(chatUserTable)
    .innerJoin(chatTable, eq(chatTable.id, chatUserTable.chatId))
    .where(own).orderBy(desc(chatTable.updatedAt), desc(chatTable.id));
}

/** Those whose title, or one of whose members, has the searched letters. */
function foundIn(db: Read, chats: readonly { id: number; title: string }[], searchParam: string): number[] {
  const wanted = folded(searchParam), members = membersOf(db, chats.map(({ id }) => id));
  const names = (id: number) => (members.get(id) ?? []).map(({ user }) => user.name).join("\n");
  return chats.filter(({ id, title }) => folded(`${title}\n${names(id)}`).includes(wanted)).map(({ id }) => id);
}

function select(db: Read) {
  return db.select({
    chat: getTableColumns(chatTable),
    last: getTableColumns(chatMessageTable),
    file: chatMediaTable.name,
    revision: revisionIn("chat", chatTable.id),
  }).from(chatTable)
    .leftJoin(chatMessageTable, eq(chatMessageTable.id, chatTable.lastMessageId))
    .leftJoin(chatMediaTable, eq(chatMediaTable.messageId, chatMessageTable.id));
}
type Join = ReturnType<ReturnType<typeof select>["all"]>[number];

/** Chats in the order of their numbers here. */
function chatsById(db: Read, ids: readonly number[]): Chat[] {
  if (ids.length === 0) return [];
  const members = membersOf(db, ids);
  const chats = new Map(
    select(db).where(inArray(chatTable.id, [...ids])).all()
      .map((join) => [join.chat.id, chatOf(join, members.get(join.chat.id) ?? [])] as const),
  );
  return ids.flatMap((id) => chats.get(id) ?? []);
}

function chatOf({ chat, last, file, revision }: Join, users: Chat["users"]): Chat {
  const body = last?.body || file || "";
  return {
    id: chat.id,
    uuid: chat.uuid,
    title: chat.title,
    ownerId: chat.ownerId,
    lastMessage: last && !last.isDeleted ? `${last.sender}: ${body}` : "",
    last: last && {
      id: last.id,
      senderId: last.userId,
      name: last.sender,
      body: last.isDeleted ? "" : body,
      kind: last.kind,
      isDeleted: last.isDeleted,
    },
    users,
    createdAt: momentOf(chat.createdAt),
    updatedAt: momentOf(chat.updatedAt),
    revision,
    asOf: readingStamp(),
  };
}

/** A chat that is known to be there. */
export function shownChat(db: Read, id: number): Chat {
  return chatsById(db, [id])[0] ?? refuse("ERR_NO_CHAT_FOUND");
}

/** A chat for one of those in it; for everybody else there is none. */
export function chatFor(db: Read, { id: userId }: Pick<Person, "id">, by: { id: number } | { uuid: string }): ChatRow {
  const where = "id" in by ? eq(chatTable.id, by.id) : eq(chatTable.uuid, by.uuid);
  const [row] = db.select().from(chatTable).where(where).all();
  return row && isMember(db, row.id, userId) ? row : refuse("ERR_NO_CHAT_FOUND");
}

export interface ChatDraft {
  title: string;
  users: readonly number[];
}

/** Begins a chat; its maker is in it and owns it. */
export function addChat(company: Company, draft: ChatDraft, person: Person, now: number): Chat {
  return company.write((db, emit) => {
    const users = membersIn(db, draft, person.id);
    const { id } = db.insert(chatTable).values({
      uuid: crypto.randomUUID(),
      title: draft.title,
      ownerId: person.id,
      createdAt: now,
      updatedAt: now,
    }).returning().get();
    db.insert(chatUserTable).values(users.map((userId) => ({ chatId: id, userId }))).run();
    const chat = shownChat(db, id);
    emit("chat", { action: "create", record: chat }, those(company, id, chat.users));
    return chat;
  });
}

/** Other title, other members; who is taken out loses sight of it with the commit. */
export function changeChat(
  company: Company,
  id: number,
  draft: ChatDraft & { was?: number },
  { person, now }: { person: Person; now: number },
): Chat {
  return company.write((db, emit) => {
    const row = ownChat(db, person, id);
    refuseIfChanged(db, { kind: "chat", id }, draft.was, () => shownChat(db, id));
    const users = membersIn(db, draft, row.ownerId ?? person.id);
    const before = (membersOf(db, [id]).get(id) ?? []).map(({ userId }) => userId);
    const gone = before.filter((userId) => !users.includes(userId)),
      come = users.filter((one) => !before.includes(one));
    db.update(chatTable).set({ title: draft.title }).where(eq(chatTable.id, id)).run();
    for (const userId of gone) {
      seeMentions(db, emit, userId, unseenInChat(db, userId, id, Number.MAX_SAFE_INTEGER), now);
    }
    dropMembers(db, id, gone);
    if (come.length) {
      db.insert(chatUserTable).values(come.map((userId) => ({ chatId: id, userId, ...readAll(row) }))).run();
    }
    noteMaker(db, { kind: "chat", id }, { userId: person.id, now });
    const chat = shownChat(db, id), staying = chat.users.filter(({ userId }) => !come.includes(userId));
    emit("chat", { action: "delete", id }, people(gone));
    emit("chat", { action: "update", record: chat }, those(company, id, staying));
    emit("chat", { action: "create", record: chat }, those(company, id, come.map((userId) => ({ userId }))));
    return chat;
  });
}

/** To who is new what was written before is no news. */
function readAll({ lastMessageId }: ChatRow) {
  return { readTo: lastMessageId ?? 0 };
}

function dropMembers(db: Write, chatId: number, userIds: readonly number[]): void {
  if (userIds.length === 0) return;
  db.delete(chatUserTable)
    .where(and(eq(chatUserTable.chatId, chatId), inArray(chatUserTable.userId, [...userIds]))).run();
}

/** The chosen people with the owner, each once; without anybody else it would be no conversation. */
function membersIn(db: Read, { users }: ChatDraft, ownerId: number): number[] {
  const others = [...new Set(users)].filter((id) => id !== ownerId);
  if (others.length === 0) refuse("ERR_INVALID_INPUT", { fields: { users: "required" } });
  const known = db.select({ id: userTable.id }).from(userTable).where(inArray(userTable.id, others)).all();
  if (known.length < others.length) refuse("ERR_NO_USER_FOUND");
  return [ownerId, ...others];
}

function ownChat(db: Read, person: Person, id: number): ChatRow {
  const row = chatFor(db, person, { id });
  return mayEditChat(person, row) ? row : refuse("ERR_NO_PERMISSION");
}

/** Deletes a chat with all that was written, and names the files that nobody needs any more. */
export function removeChat(company: Company, id: number, person: Person): string[] {
  return company.write((db, emit) => {
    const row = ownChat(db, person, id);
    return dropChat(db, emit, row);
  });
}

function dropChat(db: Write, emit: Emit, { id }: ChatRow): string[] {
  const users = membersOf(db, [id]).get(id) ?? [];
  const files = db.select({ file: chatMediaTable.file }).from(chatMediaTable)
    .innerJoin(chatMessageTable, eq(chatMessageTable.id, chatMediaTable.messageId))
    .where(eq(chatMessageTable.chatId, id)).all();
  const calls = db.all<{ id: number; userId: number }>(sql`
    select m.id, m.user_id as "userId" from chat_messages c join mentions m on m.chat_message_id = c.id
    where c.chat_id = ${id} and m.seen_at is null`);
  db.delete(chatTable).where(eq(chatTable.id, id)).run();
  emit("chat", { action: "delete", id }, people(users.map(({ userId }) => userId)));
  for (const call of calls) emit("mention", { action: "seen", ids: [call.id] }, people([call.userId]));
  return files.map(({ file }) => file);
}

/**
 * Before a user is deleted: their chats pass to an administrator in them, or else to whoever is left; those in which nobody
 * is left are deleted. Answers the files that nobody needs any more.
 */
export function leaveChats(company: Company, userId: number): string[] {
  return company.write((db, emit) => {
    const rows = db.select({ chat: chatTable }).from(chatUserTable)
      .innerJoin(chatTable, eq(chatTable.id, chatUserTable.chatId)).where(eq(chatUserTable.userId, userId)).all();
    return rows.flatMap(({ chat }) => {
      dropMembers(db, chat.id, [userId]);
      const [heir] = db.select({ id: userTable.id }).from(chatUserTable)
        .innerJoin(userTable, eq(userTable.id, chatUserTable.userId)).where(eq(chatUserTable.chatId, chat.id))
        .orderBy(sql`${userTable.profile} = 'admin' desc`, userTable.id).limit(1).all();
      if (!heir) return dropChat(db, emit, chat);
      if (chat.ownerId === userId) {
        db.update(chatTable).set({ ownerId: heir.id }).where(eq(chatTable.id, chat.id)).run();
      }
      const left = shownChat(db, chat.id);
      emit("chat", { action: "update", record: left }, those(company, chat.id, left.users));
      return [];
    });
  });
}
