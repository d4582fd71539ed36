import { contactById } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { merges } from "../contract/merges.ts";
import { routes } from "../platform/routes.ts";
import { mergeByHand } from "./merge_contacts.ts";
import { listMerges, mergeById, planMerge } from "./merges.ts";
import { partContacts } from "./part_contacts.ts";

export const mergeRoutes = routes((on) => {
  on(merges.list, ({ company, person, params }) => {
    if (!contactById(company.read, params.id)) refuse("ERR_NO_CONTACT_FOUND");
    return listMerges(company.read, person, params.id);
  });
  on(merges.plan, ({ company, params }) => planMerge(company.read, [params.id, params.otherId]));
  on(merges.merge, ({ company, person, params, body }) =>
    company.write((db, emit) => {
      const id = mergeByHand(db, emit, [params.id, body.contactId], person.id, Date.now());
      return mergeById(db, person, id);
    }));
  on(merges.undo, ({ company, person, params }) => {
    company.write((db, emit) => partContacts(db, emit, params.id, person, Date.now()));
    return {};
  });
});
