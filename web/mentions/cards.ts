import { atom, getDefaultStore, type PrimitiveAtom } from "jotai";
import { mentions, type TicketCard } from "../../src/contract/mentions.ts";
import { call } from "../call.ts";
import { onEvent, onResync } from "../live.ts";
import { onOtherPerson } from "../person.ts";

/** A ticket's card; null where there is no such ticket any more, undefined until the server has said. */
type Card = TicketCard | null | undefined;

const store = getDefaultStore();
const cards = new Map<number, PrimitiveAtom<Card>>();
let wanted = new Set<number>();

/** The card of a ticket that is spoken of, as the server lets this person see it. */
export function cardOf(ticketId: number): PrimitiveAtom<Card> {
  const known = cards.get(ticketId);
  if (known) return known;
  const fresh = atom<Card>(undefined);
  cards.set(ticketId, fresh);
  want([ticketId]);
  return fresh;
}

/** All that are drawn at once are asked for by one call. */
function want(ids: Iterable<number>): void {
  if (wanted.size === 0) queueMicrotask(ask);
  for (const id of ids) wanted.add(id);
}

async function ask(): Promise<void> {
  const ids = [...wanted];
  wanted = new Set();
  for (let from = 0; from < ids.length; from += 100) {
    const part = ids.slice(from, from + 100);
    const answer = await call(mentions.tickets, { ids: part }).catch(() => undefined);
    if (!answer) return part.forEach((id) => cards.delete(id));
    for (const id of part) {
      const own = cards.get(id);
      if (own) store.set(own, answer.find((card) => card.id === id) ?? null);
    }
  }
}

onEvent("ticket", (event) => {
  if (event.action === "update" && cards.has(event.ticket.id)) want([event.ticket.id]);
  if ((event.action === "delete" || event.action === "removeFromList") && cards.has(event.ticketId)) {
    want([event.ticketId]);
  }
});
onResync(() => want(cards.keys()));
onOtherPerson(() => cards.clear());
