import { millisecondsToHours } from "date-fns/millisecondsToHours";
import { answerableUntil, windowOfPeople } from "../answer_windows/answer_windows.ts";
import { changeTicket, undoChange } from "../bot/change_ticket.ts";
import { companyRow } from "../companies/companies.ts";
import { contactById } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { readsTicket } from "../contract/permissions.ts";
import { tickets } from "../contract/tickets.ts";
import { markMessagesRead } from "../messages/change.ts";
import { removeTicket } from "../messages/remove_ticket.ts";
import { searchTickets } from "../messages/search.ts";
import { momentOf } from "../platform/moment.ts";
import { routes } from "../platform/routes.ts";
import { sendReadReceipts } from "../supervisor/read_receipts.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { listTickets } from "./list.ts";
import { createTicket } from "./open_ticket.ts";
import { ticketsOfContact } from "./past.ts";
import { readTicket } from "./reading.ts";
import { shownTicket, ticketFor } from "./show.ts";
import { tagTicket } from "./tag_ticket.ts";

export function ticketRoutes(supervisor: Supervisor) {
  return routes((on) => {
    // Before the one whose /tickets/:id would take /tickets/search for an id.
    on(tickets.search, ({ company, person, query }) => searchTickets(company.read, person, query));
    on(
      tickets.list,
      ({ company, person, query, tenants }) =>
        listTickets(company.read, person, query, () => companyRow(tenants, company.id)!.timeZone),
    );
    on(tickets.ofContact, ({ company, person, params, query }) => {
      if (!contactById(company.read, params.id)) refuse("ERR_NO_CONTACT_FOUND");
      return ticketsOfContact(company.read, person, params.id, query.pageNumber);
    });
    on(tickets.show, ({ company, person, params }) => ticketFor(company.read, person, params));
    on(tickets.window, ({ company, person, params }) => {
      const { whatsappId, contactId } = ticketFor(company.read, person, params);
      const until = whatsappId === null ? null : answerableUntil(company.read, whatsappId, contactId);
      const hours = whatsappId === null ? 0 : millisecondsToHours(windowOfPeople(company.read, whatsappId));
      return { until: until === null ? null : momentOf(until), hours };
    });
    on(tickets.showByUuid, ({ company, person, params }) => ticketFor(company.read, person, params));
    on(
      tickets.create,
      ({ company, person, body }) => company.write((db, emit) => createTicket(db, emit, body, person, Date.now())),
    );
    on(
      tickets.tag,
      ({ company, person, body }) =>
        company.write((db, emit) => tagTicket(db, emit, person, body.ticketId, body.tags.map(({ id }) => id))),
    );
    on(tickets.change, ({ company, person, params, body }) => {
      const where = { company, now: Date.now() };
      return company.write((db, emit) => changeTicket(db, emit, params.id, { wanted: body, person, where }));
    });
    on(
      tickets.undo,
      ({ company, person, params, body: { moveId } }) =>
        company.write((db, emit) =>
          undoChange(db, emit, params.id, { undoing: { moveId, person, now: Date.now() }, company })
        ),
    );
    on(tickets.markRead, ({ company, person, params }) => {
      const ticket = ticketFor(company.read, person, params);
      if (!readsTicket(person, ticket)) return ticket;
      const { whatsappId } = ticket;
      const unread = company.write((db, emit) => {
        readTicket(db, emit, params.id);
        return markMessagesRead(db, params.id);
      });
      if (unread.length > 0 && whatsappId) sendReadReceipts(supervisor, company, whatsappId, unread);
      return shownTicket(company.read, params.id);
    });
    on(tickets.remove, async ({ company, params }) => {
      await removeTicket(company, params.id);
      return {};
    });
  });
}
