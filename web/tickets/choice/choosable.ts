import { contacts } from "../../../src/contract/contacts.ts";
import { pagedList } from "../../list/pagedList.ts";

/** Contacts to choose from, by name or number. */
export const choosable = pagedList(contacts.list, {
  rows: ({ contacts }) => contacts,
  hasMore: ({ hasMore }) => hasMore,
});
