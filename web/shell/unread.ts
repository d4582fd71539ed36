import { atom, getDefaultStore } from "jotai";
import type { Events } from "../../src/contract/events.ts";
import { type Ticket, tickets } from "../../src/contract/tickets.ts";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";
import { callsOf, NO_CALLS, sumOfCalls } from "../inbox/calls.ts";

/** Tickets with messages that nobody has read yet, or that were handed over and not opened. */
export const unreadList = pagedList(tickets.list, {
  rows: (answer): readonly Ticket[] => answer.tickets,
  query: { withUnreadMessages: true },
});

/** Those that call the person: their own and nobody's, what came last first. */
export const unreadAtom = atom((get) => {
  const me = get(meAtom);
  return me ? get(unreadList.atomOf({})).rows.filter((ticket) => callsOf(me, ticket).count > 0) : [];
});

/** Comes when the list was read for the first time, or could not be: until then it says nothing about a ticket. */
export function unreadKnown(): Promise<void> {
  const store = getDefaultStore(), list = unreadList.atomOf({});
  const isKnown = () => store.get(list).page > 0 || store.get(list).state === "failed";
  return new Promise((resolve) => {
    if (isKnown()) return resolve();
    const stop = store.sub(list, () => {
      if (!isKnown()) return;
      stop();
      resolve();
    });
  });
}

/** How much calls in all. */
export const callsAtom = atom((get) => {
  const me = get(meAtom);
  return me ? sumOfCalls(me, get(unreadAtom)) : NO_CALLS;
});

/** The unread tickets after something happened to one of them. */
export function placeUnread(rows: readonly Ticket[], event: Events["ticket"]): readonly Ticket[] {
  if (event.action === "updateUnread") {
    const known = rows.find((row) => row.id === event.ticketId);
    return known ? placeUnread(rows, { action: "update", ticket: { ...known, unreadMessages: 0 } }) : rows;
  }
  if (event.action !== "update") return rows.filter((row) => row.id !== event.ticketId);
  const { ticket } = event;
  const known = rows.find((row) => row.id === ticket.id);
  if (ticket.unreadMessages === 0 && !ticket.handover) return known ? rows.filter((row) => row !== known) : rows;
  const isHanded = ticket.handover !== null && ticket.handover.at !== known?.handover?.at;
  // Only a new message, or being handed over, moves a ticket to the top; a new tag or owner does not.
  if (known && known.unreadMessages >= ticket.unreadMessages && !isHanded) {
    return rows.map((row) => row === known ? ticket : row);
  }
  return [ticket, ...rows.filter((row) => row !== known)];
}

onEvent("ticket", (event) => unreadList.change((rows) => placeUnread(rows, event)));
onEvent("appMessage", (event) => {
  if (event.action === "create") {
    unreadList.change((rows) => placeUnread(rows, { action: "update", ticket: event.ticket }));
  }
});
