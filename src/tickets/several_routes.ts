import { changeTicket, undoChange } from "../bot/change_ticket.ts";
import { severalTickets } from "../contract/several_tickets.ts";
import type { Person } from "../contract/permissions.ts";
import { MOVES } from "../contract/tickets.ts";
import type { Company } from "../platform/company.ts";
import { answersOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import type { Place } from "./before.ts";
import type { Wanted } from "./moves.ts";
import { changeTags } from "./tag_ticket.ts";

/** So long (ms) the move of one ticket takes at most: the first of many can be undone as long as the last. */
const TURN = 20;

/** What is done with several tickets at once: with each what a call for it alone would do, in a transaction of its own. */
export const severalTicketRoutes = routes((on) => {
  for (
    const [call, { from, to }] of [[severalTickets.accept, MOVES.accept], [
      severalTickets.resolve,
      MOVES.resolve,
    ]] as const
  ) {
    on(
      call,
      ({ company, person, body: { tickets } }) =>
        moveEach(company, person, thatAre(tickets, from), { status: to, userId: person.id }),
    );
  }
  on(
    severalTickets.transfer,
    ({ company, person, body: { tickets, ...to } }) => moveEach(company, person, tickets, to),
  );
  on(
    severalTickets.undo,
    ({ company, person, body: { tickets } }) => {
      // The last one is not late because so many come before it.
      const now = Date.now();
      return answersOf(tickets, ({ id, moveId }) =>
        company.write((db, emit) => ({
          moved: undoChange(db, emit, id, { undoing: { moveId, person, now }, company }),
        })));
    },
  );
  on(
    severalTickets.tag,
    ({ company, person, body: { tickets } }) =>
      answersOf(
        tickets,
        ({ id, ...tagging }) => company.write((db, emit) => changeTags(db, emit, person, id, tagging)),
      ),
  );
});

interface Seen {
  id: number;
  was: Place;
}

/** Whoever accepts means those that wait: one that a colleague has closed meanwhile is not reopened by it. */
function thatAre(tickets: readonly Seen[], status: Place["status"]): Seen[] {
  return tickets.map(({ id, was }) => ({ id, was: { ...was, status } }));
}

type Move = Pick<Wanted, "status" | "userId" | "queueId"> & { note?: string };

function moveEach(company: Company, person: Person, tickets: readonly Seen[], move: Move) {
  const end = Date.now() + tickets.length * TURN;
  return answersOf(tickets, ({ id, was }) =>
    company.write((db, emit) => {
      const now = Date.now(), wanted = { ...move, was, undoFrom: Math.max(now, end) };
      return { moved: changeTicket(db, emit, id, { wanted, person, where: { company, now } }) };
    }));
}
