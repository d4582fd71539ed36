import { atom } from "jotai";
import type { Events } from "../../src/contract/events.ts";
import { type Ticket, tickets } from "../../src/contract/tickets.ts";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";

/** Tickets with messages that nobody has read yet. */
export const unreadList = pagedList(tickets.list, {
  rows: (answer): readonly Ticket[] => answer.tickets,
  query: { withUnreadMessages: true },
});

/** Those that wait for the person: their own and nobody's, newest message first. */
export const unreadAtom = atom((get) => {
  const me = get(meAtom);
  return get(unreadList.atomOf({})).rows.filter(({ userId }) => userId === null || userId === me?.id);
});

/** How many messages wait in all. */
export const unreadCountAtom = atom((get) => get(unreadAtom).reduce((sum, ticket) => sum + ticket.unreadMessages, 0));

/** The unread tickets after something happened to one of them. */
export function placeUnread(rows: readonly Ticket[], event: Events["ticket"]): readonly Ticket[] {
  if (event.action !== "update") return rows.filter((row) => row.id !== event.ticketId);
  const { ticket } = event;
  const known = rows.find((row) => row.id === ticket.id);
  if (ticket.unreadMessages === 0) return known ? rows.filter((row) => row !== known) : rows;
  // Only a new message moves a ticket to the top; a new tag or owner does not.
  if (known && known.unreadMessages >= ticket.unreadMessages) {
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
