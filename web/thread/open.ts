import { getDefaultStore } from "jotai";
import { msg } from "@lingui/core/macro";
import { messages } from "../../src/contract/messages.ts";
import { type Ticket, tickets } from "../../src/contract/tickets.ts";
import { call, CallError } from "../call.ts";
import { onReturn, subscribed } from "../live.ts";
import { toast } from "../ui/toast.ts";
import { go } from "../tickets/address.ts";
import {
  awaitThread,
  changeOpened,
  changeThread,
  dropOpened,
  findOpened,
  giveUpThread,
  isAwaited,
  isOpen,
  keepOpened,
  newsAtom,
  openedAtom,
  type OpenedTicket,
  openUuidAtom,
  putThread,
  readBefore,
} from "./opened.ts";
import { deskAtom, noteAnswer } from "../inbox/desk.ts";
import { LIST_NAMES } from "../inbox/list.ts";
import { noteOpenAnswer } from "./follow.ts";
import { goToMessage, pageAt, showThread } from "./reading.ts";
import { replyAtom } from "../composer/reply.ts";
import { forgetSeen } from "./seen.ts";
import { openThread } from "./thread.ts";

const store = getDefaultStore();

/** Opens a ticket, at its first unread message or at the one asked for; null shows none. */
export function openTicket(uuid: string | null, messageId: number | null): void {
  if (uuid === store.get(openUuidAtom)) {
    // Something else of the address has changed, or it names another message of the same ticket.
    if (messageId !== null) void goToMessage(messageId);
    return;
  }
  leaveTicket();
  store.set(openUuidAtom, uuid);
  store.set(newsAtom, null);
  if (uuid === null) return;
  const known = findOpened({ uuid }) ?? asKept(readBefore.get(uuid));
  const isUsable = known?.thread && !known.thread.hasNewer && messageId === null;
  if (!isUsable) {
    const ticket = known?.ticket ?? ticketOnDesk(uuid) ?? null;
    keepOpened(blank(uuid, ticket));
    return void load(uuid, messageId);
  }
  const unread = known.ticket?.unreadMessages ?? 0;
  const { messages, moves, hasOlder, hasNewer, before: earlier } = known.thread!;
  keepOpened(known);
  putThread(uuid, openThread({ messages, moves, hasMore: hasOlder, hasNewer, earlier }, unread));
}

/** What an earlier page has kept is whole where its ticket has not changed since, as far as the lists know. */
function asKept(opened: OpenedTicket | undefined): OpenedTicket | undefined {
  const isWhole = opened && ticketOnDesk(opened.uuid)?.updatedAt === opened.ticket?.updatedAt;
  return isWhole ? { ...opened, asOf: undefined } : opened;
}

export function retryOpen({ uuid }: { uuid: string }): void {
  changeOpened(uuid, { state: "loading", error: null });
  void load(uuid, null);
}

let peeked: string | null = null;

/** Reads a ticket beside whatever is open, without its counting as seen; until the returned function is called. */
export function peekAt(ticket: Ticket): () => void {
  const { uuid } = ticket;
  peeked = uuid;
  if (!isOpen(uuid)) {
    keepOpened(blank(uuid, ticket));
    void load(uuid, null);
  }
  return () => {
    peeked = null;
    if (!isOpen(uuid)) dropOpened(uuid);
  };
}

function isPeeked(uuid: string): boolean {
  return peeked === uuid;
}

/** An opened ticket of which nothing is read yet. */
function blank(uuid: string, ticket: Ticket | null): OpenedTicket {
  return { uuid, ticket, thread: null, state: "loading", error: null, fetching: null, goal: null, round: 0 };
}

async function load(uuid: string, messageId: number | null): Promise<void> {
  const request = awaitThread(uuid);
  try {
    await subscribed();
    const known = findOpened({ uuid })?.ticket;
    // The list may know the ticket already; then its thread need not wait for the question whether it may be seen.
    const asked = call(tickets.showByUuid, { uuid });
    const page = known && call(messages.list, pageAt(known, messageId));
    page?.catch(() => {});
    const ticket = await asked;
    if (known) noteOpenAnswer(ticket);
    else changeOpened(uuid, { ticket });
    noteAnswer(ticket);
    const { unreadMessages: unread } = ticket;
    showThread(uuid, request, await (page ?? call(messages.list, pageAt(ticket, messageId))), { messageId, unread });
  } catch (error) {
    if (!isAwaited(uuid, request)) return;
    giveUpThread(uuid);
    // 400: what stands in the address is no ticket's at all.
    if (error instanceof CallError && [400, 403, 404].includes(error.status)) {
      if (isOpen(uuid) || isPeeked(uuid)) {
        toast.error(msg`Acesso não permitido`);
        go({ uuid: null }, { replace: true });
      }
      dropOpened(uuid);
    } else if (isOpen(uuid) || isPeeked(uuid)) changeOpened(uuid, { state: "failed", error });
    else dropOpened(uuid);
  }
}

function ticketOnDesk(uuid: string): Ticket | undefined {
  const desk = store.get(deskAtom);
  for (const name of LIST_NAMES) {
    const row = desk[name].rows.find((row) => row.uuid === uuid);
    if (row) return row;
  }
}

function leaveTicket(): void {
  forgetSeen();
  store.set(replyAtom, null);
  const now = store.get(openedAtom);
  if (now?.thread) changeThread(now.uuid, (thread) => ({ ...thread, line: null, below: 0 }));
}

onReturn(() => {
  const now = store.get(openedAtom);
  if (now?.state === "failed") retryOpen(now);
});
