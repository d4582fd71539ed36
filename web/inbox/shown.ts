import type { Getter } from "jotai";
import type { Ticket } from "../../src/contract/tickets.ts";
import type { Address } from "../tickets/address.ts";
import { deskAtom, LISTS_OF, passesFilters } from "./desk.ts";
import { foldedAtom } from "./folded.ts";
import { hitList, searchOf } from "./search.ts";

/** The tickets of a view of the list that is not folded, drawn or not, each once, from top to bottom. */
export function shownTickets(get: Getter, { tab, search }: Pick<Address, "tab" | "search">): readonly Ticket[] {
  // The filters belong to the desk, also for what a search finds.
  const desk = get(deskAtom);
  if (!search) {
    const folded = tab === "open" ? get(foldedAtom) : [];
    return LISTS_OF[tab].filter((name) => !folded.includes(name)).flatMap((name) => desk[name].rows);
  }
  const found = get(hitList.atomOf(searchOf(search))).rows.map(({ ticket }) => ticket).filter(passesFilters);
  return [...new Map(found.map((ticket) => [ticket.id, ticket])).values()];
}
