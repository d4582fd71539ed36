import { contacts } from "../contract/contacts.ts";
import { messages } from "../contract/messages.ts";
import { refuse } from "../contract/errors.ts";
import { tickets } from "../contract/tickets.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import { ticketBefore } from "../tickets/past.ts";
import { ticketFor } from "../tickets/show.ts";
import { mediaAddress } from "./media_address.ts";
import { removeContact } from "./remove_contact.ts";
import { removeTicket } from "./remove_ticket.ts";
import { searchTickets } from "./search.ts";
import { listMessages, shownMessage } from "./show.ts";

export const messageRoutes = routes((on) => {
  on(tickets.search, ({ company, person, query }) => searchTickets(company.read, person, query));

  on(tickets.remove, async ({ company, params }) => {
    await removeTicket(company, params.id);
    return {};
  });

  on(contacts.remove, async ({ company, params }) => {
    await removeContact(company, params.id);
    return {};
  });

  on(contacts.removeMany, ({ company, body }) => outcomesOf(body.ids, (id) => removeContact(company, id)));

  on(messages.list, ({ company, person, params, query }) => {
    ticketFor(company.read, person, { id: params.ticketId });
    const page = listMessages(company.read, params.ticketId, query);
    return { ...page, earlier: page.hasMore ? null : ticketBefore(company.read, person, params.ticketId) };
  });

  on(messages.mediaAddress, async ({ company, person, params, session, tenants }) => {
    const message = shownMessage(company.read, params.id);
    ticketFor(company.read, person, { id: message.ticketId });
    if (message.media?.state !== "ready") refuse("ERR_WAPP_DOWNLOAD_MEDIA");
    const right = { companyId: company.id, messageId: params.id, userId: person.id, sessionId: session.id };
    return { url: await mediaAddress(tenants.keys, right, new Date()) };
  });
});
