import { kindById } from "../connections/connections.ts";
import { TRAITS } from "../contract/channels.ts";
import { refuse } from "../contract/errors.ts";
import { templates } from "../contract/templates.ts";
import { compose, repeatedMessage, tellSent, ticketToWriteTo } from "../outbox/compose.ts";
import { routes } from "../platform/routes.ts";
import { ticketRow } from "../tickets/rows.ts";
import { templatesOf, templateToSend } from "./templates.ts";

export const templateRoutes = routes((on) => {
  on(templates.list, ({ tenants, company, params, query }) => {
    const kind = kindById(company.read, params.id) ?? refuse("ERR_NO_WAPP_FOUND");
    if (!TRAITS[kind].templates) return [];
    return templatesOf(tenants, company, params.id, query.fresh === "true");
  });

  on(templates.send, ({ company, person, params, body: { templateId, filled, localId } }) => {
    const [sent] = company.write((db, emit) => {
      const repeated = localId ? repeatedMessage(db, localId, person) : undefined;
      if (repeated) return repeated;
      const ticket = ticketToWriteTo(db, params.ticketId, person, { byTemplate: true });
      const { body, template } = templateToSend(db, ticket.connectionId!, { id: templateId }, filled);
      const id = compose(db, ticket, { body, kind: "text", extra: { template }, localId }, person.id, Date.now());
      return tellSent(db, emit, ticket, { ids: [id], person });
    });
    const connectionId = ticketRow(company.read, params.ticketId)?.connectionId;
    if (connectionId) company.signals.emit("outbox", { connectionId });
    return sent!;
  });
});
