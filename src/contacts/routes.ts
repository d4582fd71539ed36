import { contacts } from "../contract/contacts.ts";
import { routes } from "../platform/routes.ts";
import { contactDetails, contactNames, listContacts } from "./contacts.ts";
import { exportContacts, exportThese } from "./export.ts";
import { importRows, previewRows } from "./import_rows.ts";

export const contactRoutes = routes((on) => {
  on(contacts.list, ({ company, query }) => listContacts(company.read, query));
  on(contacts.names, ({ company }) => contactNames(company.read));
  on(contacts.export, ({ company, query }) => exportContacts(company.read, query));
  on(contacts.exportMany, ({ company, body }) => ({ contacts: exportThese(company.read, body.ids) }));
  on(contacts.previewRows, ({ company, body }) => ({ outcomes: previewRows(company.read, body.rows) }));
  on(contacts.importRows, async ({ company, body, person }) => ({
    outcomes: await importRows(company, body.rows, { userId: person.id, now: Date.now() }),
  }));
  on(contacts.show, ({ company, params }) => contactDetails(company.read, params.id));
});
