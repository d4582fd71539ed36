import { and, desc, eq, sql } from "drizzle-orm";
import type { FoundChatMessage } from "../contract/chats.ts";
import type { Person } from "../contract/permissions.ts";
import type { Read } from "../platform/company.ts";
import { prefixQuery, snippetOf } from "../platform/full_text.ts";
import { momentOf } from "../platform/moment.ts";
import { chatFor } from "./chats.ts";
import { chatMediaTable, chatMessageTable, chatTable, chatUserTable } from "./table.ts";

export const FOUND_PAGE = 20;
/** So many matches are looked at for one page: of a word that everybody says, few may be in one's own chats. */
const LOOKED_AT = 5000;

interface Asked {
  searchParam: string;
  chatId?: number;
  after?: number;
}

/** What has all words of the search, each as the beginning of one, in the person's own chats. */
export function findInChats(db: Read, person: Person, { searchParam, chatId, after }: Asked) {
  if (chatId) chatFor(db, person, { id: chatId });
  const words = prefixQuery(searchParam);
  if (!words) return { found: [], next: null };
  const older = after ? sql`and rowid < ${after}` : sql``;
  const matches = sql`
    select rowid from chat_search where chat_search match ${words} ${older} order by rowid desc limit ${LOOKED_AT}`;
  const rows = db.select({ message: chatMessageTable, chat: chatTable, file: chatMediaTable.name }).from(
    chatMessageTable,
  )
    .innerJoin(
      chatUserTable,
      and(eq(chatUserTable.chatId, chatMessageTable.chatId), eq(chatUserTable.userId, person.id)),
    )
    .innerJoin(chatTable, eq(chatTable.id, chatMessageTable.chatId))
    .leftJoin(chatMediaTable, eq(chatMediaTable.messageId, chatMessageTable.id))
    .where(and(sql`${chatMessageTable.id} in (${matches})`, chatId ? eq(chatMessageTable.chatId, chatId) : undefined))
    .orderBy(desc(chatMessageTable.id)).limit(FOUND_PAGE + 1).all();
  const found = rows.slice(0, FOUND_PAGE).map(({ message, chat, file }): FoundChatMessage => ({
    id: message.id,
    chat: { id: chat.id, uuid: chat.uuid, title: chat.title },
    name: message.sender,
    snippet: snippetOf([message.body, file].filter(Boolean).join(" · "), searchParam),
    createdAt: momentOf(message.createdAt),
  }));
  const [looked] = db.all<{ count: number; last: number }>(
    sql`select count(*) as "count", min(rowid) as "last" from (${matches})`,
  );
  const next = rows.length > FOUND_PAGE ? found.at(-1)!.id : looked!.count === LOOKED_AT ? looked!.last : null;
  return { found, next };
}
