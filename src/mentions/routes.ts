import { mentions } from "../contract/mentions.ts";
import { routes } from "../platform/routes.ts";
import { ticketFor } from "../tickets/show.ts";
import { mentionsOf, peopleAt, seeMentions, ticketCards } from "./mentions.ts";

export const mentionRoutes = routes((on) => {
  on(mentions.list, ({ company, person }) => mentionsOf(company.read, person));
  on(mentions.seen, ({ company, person, body: { ids } }) => {
    company.write((db, emit) => seeMentions(db, emit, person.id, ids, Date.now()));
    return {};
  });
  on(
    mentions.people,
    ({ company, person, query: { ticketId } }) =>
      peopleAt(company.read, ticketFor(company.read, person, { id: ticketId })),
  );
  on(mentions.tickets, ({ company, person, query: { ids } }) => ticketCards(company.read, person, ids));
});
