import type { Message } from "../../src/contract/messages.ts";
import { ACK } from "../../src/shared/delivery.ts";
import type { Move, PastTicket } from "../../src/contract/tickets.ts";

/** A stretch of a ticket's messages without gaps, oldest first, and what the reader has not seen of it. */
export interface Thread {
  messages: readonly Message[];
  moves: readonly Move[];
  /** Older messages exist on the server; `hasNewer` when the thread was opened at an old message. */
  hasOlder: boolean;
  hasNewer: boolean;
  /** The ticket that the contact had before this one, once its beginning is loaded; null when there is none to see. */
  before: PastTicket | null;
  /** Earlier tickets of the contact that were read on into, the oldest first. */
  earlier: readonly Earlier[];
  /** Where "n mensagens novas" stands. It stays until the ticket is left, also when its messages have been seen. */
  line: { before: number; count: number; seen: boolean } | null;
  /** Messages that came in below what is being read. */
  below: number;
}

/** An earlier ticket above the thread: a stretch that reaches to its end. */
export interface Earlier extends Pick<Thread, "messages" | "moves" | "hasOlder" | "before"> {
  ticket: PastTicket;
}

export interface Page {
  messages: readonly Message[];
  moves: readonly Move[];
  hasMore: boolean;
  hasNewer: boolean;
  earlier?: PastTicket | null;
}

/** A thread at the newest messages, with its line before the first of those that are unread. */
export function openThread(page: Page, unread: number): Thread {
  const thread = startAt(page);
  const first = firstUnread(page.messages, unread);
  return { ...thread, line: first ? { before: first.id, count: unread, seen: false } : null };
}

/** A thread at whatever page was asked for: the newest, or the one around a message. */
export function startAt(page: Page): Thread {
  return {
    messages: page.messages.toSorted(oldestFirst),
    moves: page.moves.toSorted(byId),
    hasOlder: page.hasMore,
    hasNewer: page.hasNewer,
    before: page.earlier ?? null,
    earlier: [],
    line: null,
    below: 0,
  };
}

/** The thread with a page more at its older or newer end. */
export function mergePage(thread: Thread, page: Page, end: "older" | "newer"): Thread {
  return {
    ...thread,
    messages: mergeMessages(thread.messages, page.messages),
    moves: mergeMoves(thread.moves, page.moves),
    ...(end === "older" ? { hasOlder: page.hasMore, before: page.earlier ?? null } : { hasNewer: page.hasNewer }),
  };
}

/** Where reading on upwards goes: to older messages of a ticket that is loaded in part, or to the end of the one before. */
export function nextAbove(
  { messages, hasOlder, before, earlier }: Thread,
  ticketId: number,
): { ticketId: number; before?: number; opens?: PastTicket } | null {
  const [top] = earlier;
  const shown = top ?? { messages, hasOlder, before };
  const first = shown.messages[0];
  if (shown.hasOlder && first) return { ticketId: top?.ticket.id ?? ticketId, before: first.id };
  return shown.before && { ticketId: shown.before.id, opens: shown.before };
}

/** The thread with what was read on into above it. */
export function addAbove(thread: Thread, page: Page, opens: PastTicket | undefined): Thread {
  const [top, ...others] = thread.earlier;
  if (!opens && !top) return mergePage(thread, page, "older");
  const { messages, moves, hasOlder, before } = startAt(page);
  if (opens) return { ...thread, earlier: [{ ticket: opens, messages, moves, hasOlder, before }, ...thread.earlier] };
  const grown = {
    ...top!,
    messages: mergeMessages(top!.messages, messages),
    moves: mergeMoves(top!.moves, moves),
    hasOlder,
    before,
  };
  return { ...thread, earlier: [grown, ...others] };
}

/** The thread after the newest page was read again. Where more was missed than a page holds, it starts afresh. */
export function catchUp(thread: Thread, newest: Page): Thread {
  if (thread.hasNewer) return thread;
  const last = thread.messages.at(-1);
  const first = newest.messages[0];
  const hasGap = newest.hasMore && last && first && oldestFirst(last, first) < 0;
  if (hasGap) return startAt(newest);
  return mergePage(thread, { ...newest, hasMore: thread.hasOlder, earlier: thread.before }, "older");
}

/** The thread after a message came in. `isWatched`: its end is on the screen of somebody who looks. */
export function appendMessage(thread: Thread, message: Message, isWatched: boolean): Thread {
  const known = thread.messages.some((one) => one.id === message.id || isSame(one, message));
  if (known) return changeMessage(thread, message);
  const isNews = !message.fromMe && !isWatched;
  // Between what is loaded and this one there may be others: it comes with its page.
  if (thread.hasNewer) return isNews ? { ...thread, below: thread.below + 1 } : thread;
  const messages = mergeMessages(thread.messages, [message]);
  if (!isNews) return { ...thread, messages };
  const { line } = thread;
  const grown = line && !line.seen ? { ...line, count: line.count + 1 } : { before: message.id, count: 1, seen: false };
  return { ...thread, messages, below: thread.below + 1, line: grown };
}

/** The thread with a newer state of a message that it holds; the same thread when it doesn't. */
export function changeMessage(thread: Thread, message: Message): Thread {
  const at = thread.messages.findIndex((one) => one.id === message.id || isSame(one, message));
  if (at === -1) return thread;
  return { ...thread, messages: thread.messages.with(at, mergeMessage(thread.messages[at]!, message)) };
}

/** The thread with a newer state of a message of one of the earlier tickets. */
export function changeEarlier(thread: Thread, message: Message): Thread {
  const earlier = thread.earlier.map((one) => {
    const at = one.messages.findIndex(({ id }) => id === message.id);
    return at === -1 ? one : { ...one, messages: one.messages.with(at, mergeMessage(one.messages[at]!, message)) };
  });
  return earlier.some((one, nth) => one !== thread.earlier[nth]) ? { ...thread, earlier } : thread;
}

export function addMove(thread: Thread, move: Move): Thread {
  return thread.hasNewer ? thread : { ...thread, moves: mergeMoves(thread.moves, [move]) };
}

/** The reader has reached the end. */
export function markSeen(thread: Thread): Thread {
  if (thread.below === 0 && (thread.line === null || thread.line.seen)) return thread;
  return { ...thread, below: 0, line: thread.line && { ...thread.line, seen: true } };
}

/**
 * The delivery mark after a newer state came in, in whatever order they arrive: it never goes down, and a failure
 * counts only while nothing was delivered: Meta takes messages first and says later that they failed. A failed message
 * that is sent again starts anew.
 */
export function laterAck(before: number, after: number): number {
  if (before === ACK.failed) return after;
  if (after === ACK.failed) return before > ACK.sent ? before : after;
  return Math.max(before, after);
}

/** The first of the newest `unread` messages from others, or of those that are loaded. */
function firstUnread(messages: readonly Message[], unread: number): Message | undefined {
  let left = unread;
  let first: Message | undefined;
  for (let i = messages.length - 1; i >= 0 && left > 0; i--) {
    if (messages[i]!.fromMe) continue;
    first = messages[i];
    left--;
  }
  return first;
}

function mergeMessages(known: readonly Message[], added: readonly Message[]): readonly Message[] {
  // What comes in is nearly always the newest.
  const [last, first] = [known.at(-1), added[0]];
  if (last && first && added.length === 1 && oldestFirst(last, first) < 0) return [...known, first];
  const byKey = new Map(known.map((message) => [message.id, message]));
  for (const message of added) {
    const before = byKey.get(message.id);
    byKey.set(message.id, before ? mergeMessage(before, message) : message);
  }
  return [...byKey.values()].sort(oldestFirst);
}

/** The answer to a call may be older than the events that came while it was on its way: it takes nothing back. */
function mergeMessage(shown: Message, update: Message): Message {
  const [before, after] = update.asOf < shown.asOf ? [update, shown] : [shown, update];
  const ack = laterAck(before.ack, after.ack);
  return {
    ...after,
    ack,
    failure: ack === ACK.failed ? after.failure ?? before.failure : null,
    localId: after.localId ?? before.localId,
    isDeleted: before.isDeleted || after.isDeleted,
  };
}

function mergeMoves(known: readonly Move[], added: readonly Move[]): readonly Move[] {
  return [...new Map([...known, ...added].map((move) => [move.id, move])).values()].sort(byId);
}

function isSame(one: Message, other: Message): boolean {
  return one.localId !== null && one.localId === other.localId;
}

function oldestFirst(a: Message, b: Message): number {
  return a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1;
}

function byId(a: Move, b: Move): number {
  return a.id - b.id;
}
