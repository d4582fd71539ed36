import { atom, getDefaultStore } from "jotai";
import { type Chat, type ChatMessage, chats } from "../../src/contract/chats.ts";
import type { Message } from "../../src/contract/messages.ts";
import { call } from "../call.ts";
import { replyAtom } from "../composer/reply.ts";
import { onEvent, onResync, onReturn, subscribed } from "../live.ts";
import { onOtherPerson } from "../person.ts";
import { meAtom } from "../session.ts";
import {
  appendMessage,
  catchUp,
  changeMessage,
  markSeen,
  mergePage,
  openThread,
  type Page,
  startAt,
  type Thread,
} from "../thread/thread.ts";
import { showError } from "../ui/showError.ts";
import { Underway } from "../underway.ts";
import { leaveChat } from "./address.ts";
import { chatList, noteChat, unreadsOf } from "./chats.ts";
import { lineOf } from "./lines.ts";

/** The chat that is open, with its thread. */
export interface OpenedChat {
  uuid: string;
  /** Null until the server has answered, when the list did not have it. */
  chat: Chat | null;
  thread: Thread | null;
  state: "loading" | "ready" | "failed";
  error: unknown;
  /** Which end is being read on. */
  fetching: "older" | "newer" | null;
  /** Counts the threads put here: a new one is drawn from scratch. */
  round: number;
  /** Where the thread is to be scrolled: a message, or its end. A new object is a new wish. */
  goal: { to: number | "end" } | null;
}

export const openedChatAtom = atom<OpenedChat | null>(null);
/** What others have just said in it, for screen readers. */
export const chatNewsAtom = atom<Message | null>(null);

const store = getDefaultStore();
const reading = new Underway<Thread>();
let isEndInView = false;
/** The newest message that was reported to the server as read. */
let reported = 0;

/** Opens a chat, at its first unread message or at the one asked for; null shows none. */
export function openChat(uuid: string | null, messageId: number | null): void {
  const now = store.get(openedChatAtom);
  if (uuid !== null && uuid === now?.uuid) {
    if (messageId !== null) void goToMessage(messageId);
    return;
  }
  reading.letGo();
  reported = 0;
  isEndInView = false;
  store.set(replyAtom, null);
  store.set(chatNewsAtom, null);
  if (uuid === null) return store.set(openedChatAtom, null);
  const chat = store.get(chatList.atomOf({})).rows.find((row) => row.uuid === uuid) ?? null;
  store.set(openedChatAtom, {
    ...{ uuid, chat, thread: null, state: "loading", error: null },
    ...{ fetching: null, round: 0, goal: null },
  });
  void load(uuid, messageId);
}

export function retryOpen(): void {
  const now = store.get(openedChatAtom);
  if (!now) return;
  change({ state: "loading", error: null });
  void load(now.uuid, null);
}

async function load(uuid: string, messageId: number | null): Promise<void> {
  const request = reading.begin();
  try {
    await subscribed();
    const chat = await call(chats.show, { uuid });
    if (!reading.counts(request)) return;
    noteChat(chat);
    change({ chat });
    const page = pageOf(await call(chats.messages, { id: chat.id, ...(messageId && { around: messageId }) }));
    if (!reading.counts(request)) return;
    const unread = unreadsOf(chat, store.get(meAtom)?.id);
    put(reading.end(messageId ? startAt(page) : openThread(page, unread)), messageId ? { to: messageId } : null);
    // Opening a chat marks it as read (spec 3 §4).
    if (document.visibilityState === "visible") report();
  } catch (error) {
    if (!reading.counts(request)) return;
    reading.letGo();
    change({ state: "failed", error });
  }
}

function pageOf({ records, hasMore, hasNewer }: { records: ChatMessage[]; hasMore: boolean; hasNewer: boolean }): Page {
  const me = store.get(meAtom);
  return { messages: records.map((said) => lineOf(said, me)), moves: [], hasMore, hasNewer };
}

function put(thread: Thread, goal: OpenedChat["goal"]): void {
  const round = (store.get(openedChatAtom)?.round ?? 0) + 1;
  change({ thread, state: "ready", fetching: null, round, goal });
}

function change(by: Partial<OpenedChat>): void {
  store.set(openedChatAtom, (now) => now && { ...now, ...by });
}

function changeThread(by: (thread: Thread) => Thread): void {
  reading.add(by);
  store.set(openedChatAtom, (now) => now?.thread ? { ...now, thread: by(now.thread) } : now);
}

/** Messages came as an answer: they stand in their thread whether the events were first or not. */
export function noteAnswer(chatId: number, answer: readonly ChatMessage[]): void {
  if (store.get(openedChatAtom)?.chat?.id !== chatId) return;
  const me = store.get(meAtom);
  for (const said of answer) changeThread((thread) => appendMessage(thread, lineOf(said, me), true));
}

/** Reads on at an end of the thread. */
export async function readOn(end: "older" | "newer"): Promise<void> {
  const now = store.get(openedChatAtom), { chat, thread } = now ?? {};
  if (!now || !chat || !thread || now.fetching) return;
  const edge = end === "older" ? thread.hasOlder && thread.messages[0] : thread.hasNewer && thread.messages.at(-1);
  if (!edge) return;
  change({ fetching: end });
  try {
    const page = await call(chats.messages, { id: chat.id, [end === "older" ? "before" : "after"]: edge.id });
    if (store.get(openedChatAtom)?.round !== now.round) return;
    changeThread((thread) => mergePage(thread, pageOf(page), end));
  } catch {
    // Scrolling to the end once more asks again.
  } finally {
    if (store.get(openedChatAtom)?.uuid === now.uuid) change({ fetching: null });
  }
}

/** Scrolls to a message, reading its surroundings first when they are not loaded. */
export async function goToMessage(id: number): Promise<void> {
  const { chat, thread } = store.get(openedChatAtom) ?? {};
  if (!chat || !thread) return;
  if (thread.messages.some((message) => message.id === id)) return change({ goal: { to: id } });
  await readAt(chat, id);
}

/** Scrolls to the newest message, reading it first when the thread stands at an old one. */
export async function goToEnd(): Promise<void> {
  const { chat, thread } = store.get(openedChatAtom) ?? {};
  if (!chat || !thread) return;
  if (thread.hasNewer) await readAt(chat, null);
  change({ goal: { to: "end" } });
}

async function readAt({ id, uuid }: Chat, messageId: number | null): Promise<void> {
  const request = reading.begin();
  try {
    const page = await call(chats.messages, { id, ...(messageId && { around: messageId }) });
    if (!reading.counts(request) || store.get(openedChatAtom)?.uuid !== uuid) return;
    put(reading.end(startAt(pageOf(page))), messageId ? { to: messageId } : null);
  } catch (error) {
    if (!reading.counts(request)) return;
    reading.letGo();
    showError(error);
  }
}

/** The thread says whether its end is on the screen: only then is what comes in read at once. */
export function noteEnd(inView: boolean): void {
  isEndInView = inView;
  seeWhatIsInView();
}

function isWatched(): boolean {
  return isEndInView && document.visibilityState === "visible";
}

function seeWhatIsInView(): void {
  const thread = store.get(openedChatAtom)?.thread;
  if (!thread || thread.hasNewer || !isWatched()) return;
  changeThread(markSeen);
  report();
}

/** Marks the chat read up to the newest message that is here. */
function report(): void {
  const { chat, thread } = store.get(openedChatAtom) ?? {};
  const newest = thread?.messages.at(-1)?.id;
  if (!chat || !newest || newest <= reported || unreadsOf(chat, store.get(meAtom)?.id) === 0) return;
  reported = newest;
  // Not answered, it stays unread on the server, and the next message marks both.
  call(chats.read, { id: chat.id, upTo: newest }).then(noteOpen, () => void (reported = 0));
}

/** A chat as a call or an event has it. */
export function noteOpen(chat: Chat): void {
  noteChat(chat);
  const now = store.get(openedChatAtom)?.chat;
  if (now?.id === chat.id && now.asOf <= chat.asOf) change({ chat });
}

onEvent("chat", (event) => {
  const open = store.get(openedChatAtom)?.chat;
  if (event.action === "delete") {
    if (open?.id === event.id) leaveChat();
    return;
  }
  const chat = "record" in event ? event.record : event.chat;
  if (open?.id !== chat.id) return;
  noteOpen(chat);
  const me = store.get(meAtom);
  if (event.action === "update-message") {
    return changeThread((thread) => changeMessage(thread, lineOf(event.message, me)));
  }
  if (event.action !== "new-message") return;
  const line = lineOf(event.newMessage, me), watched = isWatched();
  changeThread((thread) => appendMessage(thread, line, watched));
  if (!line.fromMe) store.set(chatNewsAtom, line);
  seeWhatIsInView();
});

onResync(async () => {
  const now = store.get(openedChatAtom);
  if (!now?.chat || !now.thread) return;
  const [chat, page] = await Promise.all([
    call(chats.show, { uuid: now.uuid }),
    call(chats.messages, { id: now.chat.id }),
  ]);
  noteOpen(chat);
  if (store.get(openedChatAtom)?.round !== now.round) return;
  changeThread((thread) => catchUp(thread, pageOf(page)));
  seeWhatIsInView();
});
onReturn(() => store.get(openedChatAtom)?.state === "failed" && retryOpen());
onOtherPerson(() => openChat(null, null));
document.addEventListener("visibilitychange", seeWhatIsInView);
