import { atom, getDefaultStore } from "jotai";
import type { Message } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { onReturn } from "../live.ts";
import { onOtherPerson } from "../person.ts";
import { meAtom } from "../session.ts";
import { Underway } from "../underway.ts";
import type { Thread } from "./thread.ts";

/** One opened ticket with its thread. */
export interface OpenedTicket {
  uuid: string;
  /** Null until the server has answered, when no list had it. */
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
  /** When (ms since 1970) an earlier page kept it, where it may have gone on since; nothing where it is known to be whole. */
  asOf?: number;
}

/** The opened tickets of late, the latest last: going back to one shows it at once. */
export const keptTicketsAtom = atom<readonly OpenedTicket[]>([]);
export const openUuidAtom = atom<string | null>(null);

export const openedAtom = atom((get) => {
  const uuid = get(openUuidAtom);
  return get(keptTicketsAtom).find((one) => one.uuid === uuid) ?? null;
});
export const openTicketAtom = atom((get) => get(openedAtom)?.ticket ?? null);

/** What was just said by others in the open thread, for screen readers. */
export const newsAtom = atom<Message | null>(null);

/** Threads as they were kept by an earlier page, by their tickets, while there is no way to newer ones. */
export const readBefore = new Map<string, OpenedTicket>();

const KEPT = 8;
const store = getDefaultStore();
/** The threads that are being read. */
const underway = new Map<string, Underway<Thread>>();

export function isOpen(uuid: string): boolean {
  return store.get(openUuidAtom) === uuid;
}

export function findOpened(by: { uuid: string } | { ticketId: number }): OpenedTicket | undefined {
  const all = store.get(keptTicketsAtom);
  return all.find((one) => "uuid" in by ? one.uuid === by.uuid : one.ticket?.id === by.ticketId);
}

export function keepOpened(opened: OpenedTicket): void {
  store.set(keptTicketsAtom, (all) => {
    const others = all.filter((one) => one.uuid !== opened.uuid);
    return [...others, opened].slice(-KEPT);
  });
}

export function dropOpened(uuid: string): void {
  underway.delete(uuid);
  store.set(keptTicketsAtom, (all) => all.filter((one) => one.uuid !== uuid));
}

export function changeOpened(uuid: string, by: Partial<OpenedTicket>): void {
  store.set(keptTicketsAtom, (all) => all.map((one) => one.uuid === uuid ? { ...one, ...by } : one));
}

export function changeThread(uuid: string, by: (thread: Thread) => Thread): void {
  underway.get(uuid)?.add(by);
  const thread = findOpened({ uuid })?.thread;
  const next = thread && by(thread);
  if (next && next !== thread) changeOpened(uuid, { thread: next });
}

export function changeThreadOf(ticketId: number, by: (thread: Thread) => Thread): void {
  const one = findOpened({ ticketId });
  if (one) changeThread(one.uuid, by);
}

/** Reading the thread anew begins, and lets an earlier reading go; the number by which its answer is known. */
export function awaitThread(uuid: string): number {
  const reading = underway.get(uuid) ?? new Underway<Thread>();
  underway.set(uuid, reading);
  return reading.begin();
}

/** Whether no later reading has begun, and the ticket is kept still. */
export function isAwaited(uuid: string, request: number): boolean {
  return underway.get(uuid)?.counts(request) ?? false;
}

/** The reading has failed: nothing waits for events any more. */
export function giveUpThread(uuid: string): void {
  underway.delete(uuid);
}

/** Shows what a reading has brought, with what events have changed since it began. */
export function takeThread(uuid: string, thread: Thread, goal: OpenedTicket["goal"]): void {
  const whole = underway.get(uuid)!.end(thread);
  underway.delete(uuid);
  changeOpened(uuid, { asOf: undefined });
  putThread(uuid, whole, goal);
}

export function putThread(uuid: string, thread: Thread, goal: OpenedTicket["goal"] = null): void {
  const round = (findOpened({ uuid })?.round ?? 0) + 1;
  changeOpened(uuid, { thread, state: "ready", fetching: null, goal, round });
}

onReturn(() => readBefore.clear());
onOtherPerson(() => {
  if (!store.get(meAtom)) readBefore.clear();
  store.set(keptTicketsAtom, []);
});
