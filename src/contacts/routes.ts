import { contacts } from "../contract/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { routes } from "../platform/routes.ts";
import { contactById, contactOf, listContacts } from "./contacts.ts";

export const contactRoutes = routes((on) => {
  on(contacts.list, ({ company, query }) => listContacts(company.read, query));
  on(
    contacts.show,
    ({ company, params }) => contactOf(contactById(company.read, params.id) ?? refuse("ERR_NO_CONTACT_FOUND")),
  );
});
