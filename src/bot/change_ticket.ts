import type { Person } from "../contract/permissions.ts";
import type { Ticket } from "../contract/tickets.ts";
import type { Tell, Write } from "../platform/company.ts";
import { moveTicket, ticketRow, type Wanted } from "../tickets/moves.ts";
import { shownTicket } from "../tickets/show.ts";
import { sayGoodbye, type Where } from "./ratings.ts";

interface Change {
  wanted: Wanted;
  person: Person;
  where: Where;
}

/** A move of a ticket, with the last words to the customer when it is resolved (behaviour.md, Tickets). */
export function changeTicket(db: Write, tell: Tell, id: number, { wanted, person, where }: Change): Ticket {
  const moved = moveTicket(db, tell, id, wanted, person, where.now);
  if (wanted.status !== "closed" || wanted.justClose) return moved;
  sayGoodbye(db, tell, ticketRow(db, id)!, where);
  return shownTicket(db, id);
}
