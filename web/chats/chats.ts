import { getDefaultStore } from "jotai";
import { type Chat, chats } from "../../src/contract/chats.ts";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange, applyFound } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";

/** One's own chats, the latest message first, one list for each search; kept live. */
export const chatList = pagedList(chats.list, {
  rows: (answer): readonly Chat[] => answer.records,
  hasMore: (answer) => answer.hasMore,
});

/** Those with messages that one has not read. */
export const unreadChats = pagedList(chats.list, {
  rows: (answer): readonly Chat[] => answer.records,
  hasMore: (answer) => answer.hasMore,
  query: { withUnread: true },
});

const latestFirst = (one: Chat, other: Chat) => other.updatedAt.localeCompare(one.updatedAt) || other.id - one.id;

/** How much of a chat somebody has not read; of one that they are not in, nothing. */
export function unreadsOf({ users }: Chat, userId: number | undefined): number {
  return users.find((user) => user.userId === userId)?.unreads ?? 0;
}

/** Shows a chat as a call has answered it, or an event has brought it; one that was overtaken changes nothing back. */
export function noteChat(record: Chat): void {
  const change = { action: "update" as const, record };
  chatList.change((rows, { searchParam = "" }, hasMore) =>
    isOld(rows, record) ? rows : applyFound(rows, change, {
      isFound: (chat) => folded(namesIn(chat)).includes(folded(searchParam)),
      compare: latestFirst,
      hasMore,
    })
  );
  const isUnread = unreadsOf(record, getDefaultStore().get(meAtom)?.id) > 0;
  unreadChats.change((rows) =>
    isOld(rows, record) ? rows : applyChange(rows, isUnread ? change : { action: "delete", id: record.id }, latestFirst)
  );
}

function isOld(rows: readonly Chat[], { id, asOf }: Chat): boolean {
  return rows.some((row) => row.id === id && row.asOf > asOf);
}

function namesIn({ title, users }: Chat): string {
  return [title, ...users.map(({ user }) => user.name)].join("\n");
}

/** It is deleted, or one is not in it any more. */
export function dropChat(id: number): void {
  for (const list of [chatList, unreadChats]) list.change((rows) => applyChange(rows, { action: "delete", id }));
}

onEvent("chat", (event) => {
  if (event.action === "delete") dropChat(event.id);
  else noteChat("record" in event ? event.record : event.chat);
});
