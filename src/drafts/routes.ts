import { drafts } from "../contract/drafts.ts";
import { routes } from "../platform/routes.ts";
import { ticketFor } from "../tickets/show.ts";
import { draftsOf, saveDraft } from "./drafts.ts";

export const draftRoutes = routes((on) => {
  on(drafts.list, ({ company, person }) => draftsOf(company.read, person.id));

  on(drafts.save, ({ company, person, params, body }) => {
    // What was written to a ticket that has gone out of sight is forgotten all the same.
    if (body.body.trim()) ticketFor(company.read, person, params);
    return company.write((db) => saveDraft(db, person.id, { ticketId: params.id, body: body.body }, Date.now()));
  });
});
