import { contacts } from "../contract/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { removeContact } from "../messages/remove_contact.ts";
import type { Company } from "../platform/company.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { eraseElsewhere } from "../privacy/erase_everywhere.ts";
import { confirmNumber } from "../supervisor/confirm_number.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { tagContact } from "../tickets/tag_contact.ts";
import { addContact, changeContact, isOtherNumber } from "./change.ts";
import { contactById, contactDetails, contactNames, listContacts } from "./contacts.ts";
import { exportContacts, exportThese } from "./export.ts";
import { importRows, previewRows } from "./import_rows.ts";
import { importPhoneBook } from "./phone_book.ts";

export function contactRoutes(supervisor: Supervisor) {
  return routes((on) => {
    on(contacts.list, ({ company, query }) => listContacts(company.read, query));
    on(contacts.names, ({ company }) => contactNames(company.read));
    on(contacts.export, ({ company, query }) => exportContacts(company.read, query));
    on(contacts.exportMany, ({ company, body }) => ({ contacts: exportThese(company.read, body.ids) }));
    on(contacts.previewRows, ({ company, body }) => ({ outcomes: previewRows(company.read, body.rows) }));
    on(contacts.importRows, async ({ company, body, person }) => ({
      outcomes: await importRows(company, body.rows, { userId: person.id, now: Date.now() }),
    }));
    on(contacts.show, ({ company, params }) => contactDetails(company.read, params.id));

    on(contacts.add, async ({ company, body }) => {
      const confirmed = body.number ? await confirmNumber(supervisor, company, body.number) : undefined;
      return company.write((db, emit) => addContact(db, emit, body, confirmed, Date.now()));
    });

    on(contacts.change, async ({ company, params, body, person }) => {
      const had = contactById(company.read, params.id) ?? refuse("ERR_NO_CONTACT_FOUND");
      const confirmed = isOtherNumber(had, body.number)
        ? await confirmNumber(supervisor, company, body.number)
        : undefined;
      return company.write((db, emit) =>
        changeContact(db, emit, params.id, body, confirmed, { userId: person.id, now: Date.now() })
      );
    });

    on(contacts.importPhone, ({ company }) => importPhoneBook(company, Date.now()));

    const remove = ({ company, tenants }: { company: Company; tenants: Tenants }, id: number) =>
      removeContact(company, id, {
        erase: (db, emit, contact) => eraseElsewhere({ tenants, company, contact }, db, emit),
      });
    on(contacts.remove, async ({ params, ...asked }) => {
      await remove(asked, params.id);
      return {};
    });
    on(contacts.removeMany, ({ body, ...asked }) => outcomesOf(body.ids, (id) => remove(asked, id)));

    on(
      contacts.tagMany,
      ({ company, person, body: { ids, add, remove } }) =>
        outcomesOf(ids, (id) => company.write((db, emit) => tagContact(db, emit, person, id, { add, remove }))),
    );
  });
}
