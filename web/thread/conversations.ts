import { atom, getDefaultStore } from "jotai";
import type { Message } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { onOtherPerson } from "../person.ts";
import { Underway } from "../underway.ts";
import type { Thread } from "./thread.ts";

/** One opened ticket with its thread. */
export interface Conversation {
  uuid: string;
  /** Null until the server has told, when no list knew it. */
  ticket: Ticket | null;
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

/** The opened tickets of late, the latest last: going back to one shows it at once. */
export const conversationsAtom = atom<readonly Conversation[]>([]);
export const openUuidAtom = atom<string | null>(null);

export const conversationAtom = atom((get) => {
  const uuid = get(openUuidAtom);
  return get(conversationsAtom).find((one) => one.uuid === uuid) ?? null;
});
export const openTicketAtom = atom((get) => get(conversationAtom)?.ticket ?? null);

/** What was just said by others in the open thread, for screen readers. */
export const newsAtom = atom<Message | null>(null);

const KEPT = 8;
const store = getDefaultStore();
/** The threads that are being read. */
const underway = new Map<string, Underway<Thread>>();

export function isOpen(uuid: string): boolean {
  return store.get(openUuidAtom) === uuid;
}

export function findConversation(by: { uuid: string } | { ticketId: number }): Conversation | undefined {
  const all = store.get(conversationsAtom);
  return all.find((one) => "uuid" in by ? one.uuid === by.uuid : one.ticket?.id === by.ticketId);
}

export function keepConversation(conversation: Conversation): void {
  store.set(conversationsAtom, (all) => {
    const others = all.filter((one) => one.uuid !== conversation.uuid);
    return [...others, conversation].slice(-KEPT);
  });
}

export function dropConversation(uuid: string): void {
  underway.delete(uuid);
  store.set(conversationsAtom, (all) => all.filter((one) => one.uuid !== uuid));
}

export function changeConversation(uuid: string, by: Partial<Conversation>): void {
  store.set(conversationsAtom, (all) => all.map((one) => one.uuid === uuid ? { ...one, ...by } : one));
}

export function changeThread(uuid: string, by: (thread: Thread) => Thread): void {
  underway.get(uuid)?.hear(by);
  const thread = findConversation({ uuid })?.thread;
  const next = thread && by(thread);
  if (next && next !== thread) changeConversation(uuid, { thread: next });
}

export function changeThreadOf(ticketId: number, by: (thread: Thread) => Thread): void {
  const one = findConversation({ ticketId });
  if (one) changeThread(one.uuid, by);
}

/** From here on until `putThread`, what is heard of this thread is kept for the page that is being read. */
export function awaitThread(uuid: string): void {
  const reading = new Underway<Thread>();
  reading.begin();
  underway.set(uuid, reading);
}

export function putThread(uuid: string, thread: Thread, goal: Conversation["goal"] = null): void {
  const whole = underway.get(uuid)?.end(thread) ?? thread;
  underway.delete(uuid);
  const round = (findConversation({ uuid })?.round ?? 0) + 1;
  changeConversation(uuid, { thread: whole, state: "ready", fetching: null, goal, round });
}

onOtherPerson(() => store.set(conversationsAtom, []));
