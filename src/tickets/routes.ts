import { companyRow } from "../companies/companies.ts";
import { contactById } from "../contacts/contacts.ts";
import { contacts } from "../contract/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { queues } from "../contract/queues.ts";
import { tickets } from "../contract/tickets.ts";
import { users } from "../contract/users.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import { listTickets } from "./list.ts";
import { createTicket } from "./open_ticket.ts";
import { removeQueue } from "./remove_queue.ts";
import { removeUser } from "./remove_user.ts";
import { ticketsOfContact } from "./past.ts";
import { ticketFor } from "./show.ts";
import { tagContact } from "./tag_contact.ts";
import { tagTicket } from "./tag_ticket.ts";

export const ticketRoutes = routes((on) => {
  on(
    tickets.list,
    ({ company, person, query, tenants }) =>
      listTickets(company.read, person, query, companyRow(tenants, company.id)!.timeZone),
  );
  on(tickets.ofContact, ({ company, person, params, query }) => {
    if (!contactById(company.read, params.id)) refuse("ERR_NO_CONTACT_FOUND");
    return ticketsOfContact(company.read, person, params.id, query.pageNumber);
  });
  on(tickets.show, ({ company, person, params }) => ticketFor(company.read, person, params));
  on(tickets.showByUuid, ({ company, person, params }) => ticketFor(company.read, person, params));
  on(
    tickets.create,
    ({ company, person, body }) => company.write((db, tell) => createTicket(db, tell, body, person, Date.now())),
  );
  on(queues.remove, ({ company, params }) => {
    removeQueue(company, params.id);
    return {};
  });
  on(users.remove, ({ company, tenants, person, params }) => {
    removeUser(tenants, company, params.id, person, Date.now());
    return {};
  });
  on(
    users.removeMany,
    ({ company, tenants, person, body }) =>
      outcomesOf(body.ids, (id) => removeUser(tenants, company, id, person, Date.now())),
  );
  on(
    contacts.tagMany,
    ({ company, person, body: { ids, add, remove } }) =>
      outcomesOf(ids, (id) => company.write((db, tell) => tagContact(db, tell, person, id, { add, remove }))),
  );
  on(
    tickets.tag,
    ({ company, person, body }) =>
      company.write((db, tell) => tagTicket(db, tell, person, body.ticketId, body.tags.map(({ id }) => id))),
  );
});
