import { contactLists, listItems } from "../contract/contact_lists.ts";
import type { Company } from "../platform/company.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import { emitCount, seesLists } from "./emit.ts";
import { addItem, changeItem, itemById, listItems as pageOfItems, removeItem } from "./items.ts";
import {
  addContactList,
  changeContactList,
  columnsOfList,
  contactListById,
  contactListNames,
  listContactLists,
  removeContactList,
} from "./lists.ts";

export const contactListRoutes = routes((on) => {
  on(contactLists.list, ({ company, query }) => listContactLists(company.read, query));
  on(contactLists.names, ({ company }) => contactListNames(company.read));
  on(contactLists.show, ({ company, params }) => contactListById(company.read, params.id));
  on(contactLists.columns, ({ company, params }) => columnsOfList(company.read, params.id));
  on(contactLists.add, ({ company, body }) =>
    company.write((db, emit) => {
      const record = addContactList(db, body.name, Date.now());
      emit("ContactList", { action: "create", record }, seesLists);
      return record;
    }));
  on(contactLists.change, ({ company, params, body, person }) =>
    company.write((db, emit) => {
      const record = changeContactList(db, params.id, body, { userId: person.id, now: Date.now() });
      emit("ContactList", { action: "update", record }, seesLists);
      return record;
    }));
  on(contactLists.remove, ({ company, params }) =>
    company.write((db, emit) => {
      removeContactList(db, params.id);
      emit("ContactList", { action: "delete", id: params.id }, seesLists);
      return {};
    }));
});

export const listItemRoutes = routes((on) => {
  on(listItems.list, ({ company, query }) => pageOfItems(company.read, company.id, query));
  on(listItems.show, ({ company, params }) => itemById(company.read, company.id, params.id));
  on(listItems.add, ({ company, body }) =>
    company.write((db, emit) => {
      const { contactListId, ...draft } = body;
      const record = addItem(db, company.id, contactListId, draftOf(draft), Date.now());
      emit("ContactListItem", { action: "create", record, contactListId }, seesLists);
      emitCount(db, emit, contactListId);
      return record;
    }));
  on(listItems.change, ({ company, params, body, person }) =>
    company.write((db, emit) => {
      const { was, ...draft } = body, by = { userId: person.id, now: Date.now() };
      const record = changeItem(db, company.id, params.id, { ...draftOf(draft), was }, by);
      emit("ContactListItem", { action: "update", record, contactListId: record.contactListId }, seesLists);
      return record;
    }));
  on(listItems.remove, ({ company, params }) => remove(company, params.id));
  on(listItems.removeMany, ({ company, body }) => outcomesOf(body.ids, (id) => remove(company, id)));
});

function draftOf({ name, number, email, columns }: {
  name: string;
  number: string | null | undefined;
  email: string | null | undefined;
  columns?: Record<string, string>;
}) {
  return { name, number: number ?? "", email: email ?? "", columns };
}

function remove(company: Company, id: number) {
  return company.write((db, emit) => {
    const { listId } = removeItem(db, id);
    emit("ContactListItem", { action: "delete", id, contactListId: listId }, seesLists);
    emitCount(db, emit, listId);
    return {};
  });
}
