import { getDefaultStore } from "jotai";
import { messages } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { call } from "../call.ts";
import { showError } from "../ui/showError.ts";
import {
  awaitThread,
  changeOpened,
  changeThread,
  findOpened,
  giveUpThread,
  isAwaited,
  type OpenedTicket,
  openUuidAtom,
  takeThread,
} from "./opened.ts";
import { addAbove, mergePage, nextAbove, openThread, startAt } from "./thread.ts";

const store = getDefaultStore();

/** Reads on at an end of a thread. */
export async function readOn(end: "older" | "newer", uuid: string): Promise<void> {
  const now = findOpened({ uuid });
  const next = now?.ticket && now.thread && (end === "older" ? nextAbove(now.thread, now.ticket.id) : nextBelow(now));
  if (!now || !next || now.fetching) return;
  changeOpened(now.uuid, { fetching: end });
  try {
    const { opens, ...asked } = next;
    const page = await call(messages.list, asked);
    // Unless the thread was read anew meanwhile, and stands elsewhere.
    if (findOpened({ uuid })?.round !== now.round) return;
    changeThread(uuid, (thread) => end === "older" ? addAbove(thread, page, opens) : mergePage(thread, page, end));
  } catch {
    // Scrolling to the end once more asks again.
  } finally {
    changeOpened(now.uuid, { fetching: null });
  }
}

function nextBelow({ ticket, thread }: OpenedTicket) {
  const last = thread?.messages.at(-1);
  return ticket && last && thread?.hasNewer ? { ticketId: ticket.id, after: last.id, opens: undefined } : null;
}

/** Scrolls to a message, reading its surroundings first when they are not loaded. */
export async function goToMessage(id: number, uuid = store.get(openUuidAtom)): Promise<void> {
  const now = uuid === null ? undefined : findOpened({ uuid });
  if (!now?.ticket || !now.thread) return;
  if (now.thread.messages.some((message) => message.id === id)) {
    return changeOpened(now.uuid, { goal: { to: id } });
  }
  await loadThread(now.uuid, now.ticket, id);
}

/** Scrolls to the newest message, reading it first when the thread stands at an old one. */
export async function goToEnd(uuid: string): Promise<void> {
  const now = findOpened({ uuid });
  if (!now?.ticket || !now.thread) return;
  if (!now.thread.hasNewer) return changeOpened(now.uuid, { goal: { to: "end" } });
  if (await loadThread(now.uuid, now.ticket, null)) changeOpened(now.uuid, { goal: { to: "end" } });
}

/** Reads the thread of a kept ticket from the server, at its newest messages or around one; says whether it shows that. */
export async function loadThread(uuid: string, ticket: Ticket, messageId: number | null): Promise<boolean> {
  const request = awaitThread(uuid);
  try {
    const page = await call(messages.list, pageAt(ticket, messageId));
    return showThread(uuid, request, page, { messageId, unread: 0 });
  } catch (error) {
    if (isAwaited(uuid, request)) {
      giveUpThread(uuid);
      showError(error);
    }
    return false;
  }
}

/** Shows a page of the thread that was read; one that a later reading has overtaken is let go. */
export function showThread(
  uuid: string,
  request: number,
  page: Parameters<typeof startAt>[0],
  { messageId, unread }: { messageId: number | null; unread: number },
): boolean {
  if (!isAwaited(uuid, request)) return false;
  const isThere = page.messages.some((message) => message.id === messageId);
  const thread = messageId === null ? openThread(page, unread) : startAt(page);
  takeThread(uuid, thread, isThere ? { to: messageId! } : null);
  return true;
}

export function pageAt(ticket: Ticket, messageId: number | null) {
  return { ticketId: ticket.id, ...(messageId !== null && { around: messageId }) };
}
