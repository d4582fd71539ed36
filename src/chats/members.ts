import { and, asc, eq, inArray } from "drizzle-orm";
import type { ChatMember } from "../contract/chats.ts";
import type { Company, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Audience } from "../platform/hub.ts";
import { userTable } from "../users/table.ts";
import { chatUserTable } from "./table.ts";

/** Who is in these chats, by name, and how far each has read. */
export function membersOf(db: Read, chatIds: readonly number[]): Map<number, ChatMember[]> {
  const members = new Map<number, ChatMember[]>();
  if (chatIds.length === 0) return members;
  const rows = db.select({ member: chatUserTable, user: { id: userTable.id, name: userTable.name } }).from(
    chatUserTable,
  )
    .innerJoin(userTable, eq(userTable.id, chatUserTable.userId))
    .where(inArray(chatUserTable.chatId, [...chatIds])).orderBy(asc(userTable.name), asc(userTable.id)).all();
  for (const { member: { chatId, ...member }, user } of rows) {
    members.set(chatId, [...members.get(chatId) ?? [], { ...member, user }]);
  }
  return members;
}

const member = prepared((db) =>
  db.select({ userId: chatUserTable.userId }).from(chatUserTable).where(and(
    eq(chatUserTable.chatId, prepared.arg("chatId")),
    eq(chatUserTable.userId, prepared.arg("userId")),
  )).prepare()
);

export function isMember(db: Read, chatId: number, userId: number): boolean {
  return member(db, { chatId, userId }).length > 0;
}

/**
 * Who gets what happens in a chat: those in it then who are in it still. A browser that was away asks for what it missed,
 * and its person may have been taken out meanwhile.
 */
export function those(company: Company, chatId: number, members: readonly { userId: number }[]): Audience {
  const ids = new Set(members.map(({ userId }) => userId));
  return ({ id }) => ids.has(id) && isMember(company.latest, chatId, id);
}

/** Just these people, wherever they are by now. */
export function people(ids: Iterable<number>): Audience {
  const all = new Set(ids);
  return ({ id }) => all.has(id);
}
