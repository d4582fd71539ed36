import { getDefaultStore } from "jotai";
import { msg } from "@lingui/core/macro";
import { type Message, messages } from "../../src/contract/messages.ts";
import { type Move, type Ticket, tickets } from "../../src/contract/tickets.ts";
import { call } from "../call.ts";
import { onEvent, onResync } from "../live.ts";
import { meAtom } from "../session.ts";
import { toast } from "../ui/toast.ts";
import { go } from "../tickets/address.ts";
import {
  changeOpened,
  changeThread,
  changeThreadOf,
  dropOpened,
  findOpened,
  isOpen,
  keptTicketsAtom,
  newsAtom,
  openedAtom,
  openTicketAtom,
  openUuidAtom,
} from "./opened.ts";
import { withQueue, withTag } from "../inbox/list.ts";
import { noteAnswerOfColleague } from "./knowing.ts";
import { loadThread } from "./reading.ts";
import { isWatched, noteReadEverywhere, seeWhatIsInView } from "./seen.ts";
import { addMove, appendMessage, catchUp, changeEarlier, changeMessage } from "./thread.ts";

const store = getDefaultStore();

/** A message came as an answer: it stands in its thread whether the event was first or not. */
export function noteMessage(message: Message): void {
  changeThreadOf(message.ticketId, (thread) => appendMessage(thread, message, true));
}

/** A ticket as a call has answered it; an event may have said more since. */
export function noteOpenAnswer(ticket: Ticket): void {
  const known = findOpened({ ticketId: ticket.id })?.ticket;
  if (known && known.updatedAt <= ticket.updatedAt) noteOpenTicket(ticket);
}

function noteOpenTicket(ticket: Ticket, move?: Move): void {
  const known = findOpened({ ticketId: ticket.id });
  if (!known) return;
  changeOpened(known.uuid, { ticket });
  if (move) changeThread(known.uuid, (thread) => addMove(thread, move));
}

/** Other messages belong to the ticket than before. */
function readAnew(ticket: Ticket): void {
  noteOpenTicket(ticket);
  if (isOpen(ticket.uuid)) void loadThread(ticket.uuid, ticket, null);
  else dropOpened(ticket.uuid);
}

/** The open ticket has gone from under the reader. */
function leaveIfOpen(ticketId: number, say: () => void, into: string | null = null): void {
  const uuid = findOpened({ ticketId })?.uuid;
  if (!uuid) return;
  const wasOpen = isOpen(uuid);
  dropOpened(uuid);
  if (!wasOpen) return;
  say();
  go({ uuid: into }, { replace: true });
}

/** Changes all opened tickets that are kept. */
function changeTickets(change: (ticket: Ticket) => Ticket): void {
  for (const { uuid, ticket } of store.get(keptTicketsAtom)) {
    if (ticket) changeOpened(uuid, { ticket: change(ticket) });
  }
}

onEvent("ticket", (event) => {
  if (event.action === "update") {
    if (event.reread) return readAnew(event.ticket);
    noteOpenTicket(event.ticket, event.move);
    // The event may have left before the server knew that all was read.
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
  const now = store.get(openedAtom);
  store.set(keptTicketsAtom, (all) => all.filter((one) => one.uuid === now?.uuid));
  if (!now?.ticket || !now.thread) return;
  const id = now.ticket.id;
  const [ticket, page] = await Promise.all([call(tickets.show, { id }), call(messages.list, { ticketId: id })]);
  noteOpenAnswer(ticket);
  changeThread(now.uuid, (thread) => catchUp(thread, page));
  changeOpened(now.uuid, { asOf: undefined });
  seeWhatIsInView();
});
