import { getDefaultStore } from "jotai";
import { msg } from "@lingui/core/macro";
import { type Message, messages } from "../../src/contract/messages.ts";
import { type Move, type Ticket, tickets } from "../../src/contract/tickets.ts";
import { call, CallError } from "../call.ts";
import { onEvent, onResync, onReturn, subscribed } from "../live.ts";
import { meAtom } from "../session.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { go } from "../tickets/address.ts";
import {
  awaitThread,
  changeConversation,
  changeThread,
  changeThreadOf,
  type Conversation,
  conversationAtom,
  conversationsAtom,
  dropConversation,
  findConversation,
  isOpen,
  keepConversation,
  newsAtom,
  openTicketAtom,
  openUuidAtom,
  putThread,
} from "./conversations.ts";
import { deskAtom, noteAnswer } from "../inbox/desk.ts";
import { LIST_NAMES, withQueue, withTag } from "../inbox/list.ts";
import { noteAnswerOfColleague } from "./knowing.ts";
import { replyAtom } from "../composer/reply.ts";
import { forgetSeen, isWatched, noteReadEverywhere, seeWhatIsInView } from "./seen.ts";
import {
  addAbove,
  addMove,
  appendMessage,
  catchUp,
  changeEarlier,
  changeMessage,
  mergePage,
  nextAbove,
  openThread,
  startAt,
} from "./thread.ts";

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
  const known = findConversation({ uuid });
  const isUsable = known?.thread && !known.thread.hasNewer && messageId === null;
  if (!isUsable) {
    const ticket = known?.ticket ?? ticketOnDesk(uuid) ?? null;
    keepConversation(blank(uuid, ticket));
    return void load(uuid, messageId);
  }
  const unread = known.ticket?.unreadMessages ?? 0;
  const { messages, moves, hasOlder, hasNewer, before: earlier } = known.thread!;
  keepConversation(known);
  putThread(uuid, openThread({ messages, moves, hasMore: hasOlder, hasNewer, earlier }, unread));
}

export function retryOpen({ uuid }: { uuid: string }): void {
  changeConversation(uuid, { state: "loading", error: null });
  void load(uuid, null);
}

let peeked: string | null = null;

/** Reads a ticket beside whatever is open, without its counting as seen; until the returned function is called. */
export function peekAt(ticket: Ticket): () => void {
  const { uuid } = ticket;
  peeked = uuid;
  if (!isOpen(uuid)) {
    keepConversation(blank(uuid, ticket));
    void load(uuid, null);
  }
  return () => {
    peeked = null;
    if (!isOpen(uuid)) dropConversation(uuid);
  };
}

function isPeeked(uuid: string): boolean {
  return peeked === uuid;
}

/** A conversation of which nothing is read yet. */
function blank(uuid: string, ticket: Ticket | null): Conversation {
  return { uuid, ticket, thread: null, state: "loading", error: null, fetching: null, goal: null, round: 0 };
}

/** Reads on at an end of a thread. */
export async function readOn(end: "older" | "newer", uuid: string): Promise<void> {
  const now = findConversation({ uuid });
  const next = now?.ticket && now.thread && (end === "older" ? nextAbove(now.thread, now.ticket.id) : nextBelow(now));
  if (!now || !next || now.fetching) return;
  changeConversation(now.uuid, { fetching: end });
  try {
    const { opens, ...asked } = next;
    const page = await call(messages.list, asked);
    // Unless the thread was read anew meanwhile, and stands elsewhere.
    if (findConversation({ uuid })?.round !== now.round) return;
    changeThread(uuid, (thread) => end === "older" ? addAbove(thread, page, opens) : mergePage(thread, page, end));
  } catch {
    // Scrolling to the end once more asks again.
  } finally {
    changeConversation(now.uuid, { fetching: null });
  }
}

function nextBelow({ ticket, thread }: Conversation) {
  const last = thread?.messages.at(-1);
  return ticket && last && thread?.hasNewer ? { ticketId: ticket.id, after: last.id, opens: undefined } : null;
}

/** Scrolls to a message, reading its surroundings first when they are not loaded. */
export async function goToMessage(id: number, uuid = store.get(openUuidAtom)): Promise<void> {
  const now = uuid === null ? undefined : findConversation({ uuid });
  if (!now?.ticket || !now.thread) return;
  if (now.thread.messages.some((message) => message.id === id)) {
    return changeConversation(now.uuid, { goal: { to: id } });
  }
  await loadThread(now.uuid, now.ticket, id);
}

/** Scrolls to the newest message, reading it first when the thread stands at an old one. */
export async function goToEnd(uuid: string): Promise<void> {
  const now = findConversation({ uuid });
  if (!now?.ticket || !now.thread) return;
  if (!now.thread.hasNewer) return changeConversation(now.uuid, { goal: { to: "end" } });
  await loadThread(now.uuid, now.ticket, null);
  changeConversation(now.uuid, { goal: { to: "end" } });
}

/** A message came as an answer: it stands in its thread whether the event was first or not. */
export function noteMessage(message: Message): void {
  changeThreadOf(message.ticketId, (thread) => appendMessage(thread, message, true));
}

/** A ticket as a call has answered it; an event may have said more since. */
export function noteOpenAnswer(ticket: Ticket): void {
  const known = findConversation({ ticketId: ticket.id })?.ticket;
  if (known && known.updatedAt <= ticket.updatedAt) noteOpenTicket(ticket);
}

function noteOpenTicket(ticket: Ticket, move?: Move): void {
  const known = findConversation({ ticketId: ticket.id });
  if (!known) return;
  changeConversation(known.uuid, { ticket });
  if (move) changeThread(known.uuid, (thread) => addMove(thread, move));
}

async function load(uuid: string, messageId: number | null): Promise<void> {
  awaitThread(uuid);
  try {
    await subscribed();
    const known = findConversation({ uuid })?.ticket;
    // The list may know the ticket already; then its thread need not wait for the question whether it may be seen.
    const asked = call(tickets.showByUuid, { uuid });
    const page = known && call(messages.list, pageAt(known, messageId));
    page?.catch(() => {});
    const ticket = await asked;
    if (known) noteOpenAnswer(ticket);
    else changeConversation(uuid, { ticket });
    noteAnswer(ticket);
    showThread(uuid, await (page ?? call(messages.list, pageAt(ticket, messageId))), messageId, ticket.unreadMessages);
  } catch (error) {
    // 400: what stands in the address is no ticket's at all.
    if (error instanceof CallError && [400, 403, 404].includes(error.status)) {
      if (isOpen(uuid) || isPeeked(uuid)) {
        toast.error(msg`Acesso não permitido`);
        go({ uuid: null }, { replace: true });
      }
      dropConversation(uuid);
    } else if (isOpen(uuid) || isPeeked(uuid)) changeConversation(uuid, { state: "failed", error });
    else dropConversation(uuid);
  }
}

async function loadThread(uuid: string, ticket: Ticket, messageId: number | null): Promise<void> {
  awaitThread(uuid);
  const page = await call(messages.list, pageAt(ticket, messageId)).catch(showError);
  if (page) showThread(uuid, page, messageId, 0);
}

function showThread(
  uuid: string,
  page: Parameters<typeof startAt>[0],
  messageId: number | null,
  unread: number,
): void {
  const isThere = page.messages.some((message) => message.id === messageId);
  const thread = messageId === null ? openThread(page, unread) : startAt(page);
  putThread(uuid, thread, isThere ? { to: messageId! } : null);
}

function pageAt(ticket: Ticket, messageId: number | null) {
  return { ticketId: ticket.id, ...(messageId !== null && { around: messageId }) };
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
  const now = store.get(conversationAtom);
  if (now?.thread) changeThread(now.uuid, (thread) => ({ ...thread, line: null, below: 0 }));
}

/** Other messages belong to the ticket than before. */
function readAnew(ticket: Ticket): void {
  noteOpenTicket(ticket);
  if (isOpen(ticket.uuid)) void loadThread(ticket.uuid, ticket, null);
  else dropConversation(ticket.uuid);
}

/** The open ticket has gone from under the reader. */
function leaveIfOpen(ticketId: number, say: () => void, into: string | null = null): void {
  const uuid = findConversation({ ticketId })?.uuid;
  if (!uuid) return;
  const wasOpen = isOpen(uuid);
  dropConversation(uuid);
  if (!wasOpen) return;
  say();
  go({ uuid: into }, { replace: true });
}

/** Changes the tickets of all conversations that are kept. */
function changeTickets(change: (ticket: Ticket) => Ticket): void {
  for (const { uuid, ticket } of store.get(conversationsAtom)) {
    if (ticket) changeConversation(uuid, { ticket: change(ticket) });
  }
}

onEvent("ticket", (event) => {
  if (event.action === "update") {
    if (event.reread) return readAnew(event.ticket);
    noteOpenTicket(event.ticket, event.move);
    // The event may have left before the server heard that all was read.
    return seeWhatIsInView();
  }
  if (event.action === "updateUnread") return noteReadEverywhere(event.ticketId);
  const into = event.action === "removeFromList" ? event.into : undefined;
  leaveIfOpen(event.ticketId, () => {
    if (event.action === "delete") toast.success(msg`Ticket deleted sucessfully.`);
    else if (into) toast.warning(msg`Os dois atendimentos do contato viraram um só.`);
    else toast.warning(msg`O atendimento foi transferido.`);
  }, into);
});
onEvent("appMessage", (event) => {
  const { message } = event;
  if (event.action === "update") {
    const open = store.get(openUuidAtom);
    if (open) changeThread(open, (thread) => changeEarlier(thread, message));
    return changeThreadOf(message.ticketId, (thread) => changeMessage(thread, message));
  }
  const watched = isWatched(message.ticketId);
  if (message.user && message.user.id !== store.get(meAtom)?.id) noteAnswerOfColleague(message, Date.now());
  noteOpenTicket(event.ticket);
  changeThreadOf(message.ticketId, (thread) => appendMessage(thread, message, watched));
  if (store.get(openTicketAtom)?.id !== message.ticketId) return;
  if (!message.fromMe && event.live) store.set(newsAtom, message);
  seeWhatIsInView();
});
onEvent("contact", (event) => {
  if (event.action === "delete") return;
  const { record: contact } = event;
  changeTickets((ticket) => ticket.contactId === contact.id ? { ...ticket, contact } : ticket);
});
onEvent("tag", (change) => changeTickets((ticket) => withTag(ticket, change)));
onEvent("queue", (change) => changeTickets((ticket) => withQueue(ticket, change)));
onResync(async () => {
  const now = store.get(conversationAtom);
  store.set(conversationsAtom, (all) => all.filter((one) => one.uuid === now?.uuid));
  if (!now?.ticket || !now.thread) return;
  const id = now.ticket.id;
  const [ticket, page] = await Promise.all([call(tickets.show, { id }), call(messages.list, { ticketId: id })]);
  noteOpenAnswer(ticket);
  changeThread(now.uuid, (thread) => catchUp(thread, page));
  seeWhatIsInView();
});
onReturn(() => {
  const now = store.get(conversationAtom);
  if (now?.state === "failed") retryOpen(now);
});
