import { type Hit, tickets } from "../../src/contract/tickets.ts";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";

/** Pause after the last letter before the server is asked (ms, spec 1 §9). */
export const SEARCH_PAUSE = 500;

/** What the search box finds, best first. */
export const hitList = pagedList(tickets.search, {
  // A ticket is found once by its contact, and by each of its messages.
  rows: ({ hits }) => hits.map((hit) => ({ ...hit, id: hit.messageId ?? -hit.ticket.id })),
  hasMore: ({ hasMore }) => hasMore,
});

/** What is asked for when somebody types this. */
export function searchOf(text: string): { searchParam: string } {
  return { searchParam: text.trim() };
}

onEvent("ticket", (event) => {
  if (event.action === "updateUnread") return;
  const renewed = <H extends Hit>(hit: H): H[] => {
    if (event.action !== "update") return hit.ticket.id === event.ticketId ? [] : [hit];
    return [hit.ticket.id === event.ticket.id ? { ...hit, ticket: event.ticket } : hit];
  };
  hitList.change((rows) => rows.flatMap(renewed));
});
