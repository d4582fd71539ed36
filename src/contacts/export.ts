import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { ContactRecord } from "../contract/contacts.ts";
import type { Read } from "../platform/company.ts";
import { contactIdsFound, contactSearch } from "./find.ts";
import { contactTable, extraInfoTable } from "./table.ts";

export const EXPORT_PAGE = 1000;

interface Asked {
  searchParam: string;
  /** The last id of the page before; 0 for the first. */
  after: number;
}

/** The contacts that the list finds for a search, in the order in which they became contacts, with their extra information. */
export function exportContacts(db: Read, asked: Asked): { contacts: ContactRecord[]; hasMore: boolean } {
  const rows = exportQuery(db, asked)?.all() ?? [];
  const page = rows.slice(0, EXPORT_PAGE);
  const extras = extrasOf(db, page.map(({ id }) => id));
  return {
    contacts: page.map((row) => ({ ...row, extraInfo: extras.get(row.id) ?? [] })),
    hasMore: rows.length > EXPORT_PAGE,
  };
}

/** Nothing when the search has neither a word nor a digit. */
export function exportQuery(db: Read, { searchParam, after }: Asked) {
  const search = contactSearch(searchParam);
  if (searchParam && !search) return undefined;
  const { id, name, number, email, isGroup } = contactTable;
  const found = search && inArray(id, sql`(${contactIdsFound(search)})`);
  return db.select({ id, name, number, email }).from(contactTable)
    .where(and(gt(id, after), eq(isGroup, false), found)).orderBy(asc(id)).limit(EXPORT_PAGE + 1);
}

function extrasOf(db: Read, ids: number[]): Map<number, ContactRecord["extraInfo"]> {
  const { contactId, id, name, value } = extraInfoTable;
  const rows = db.select({ contactId, name, value }).from(extraInfoTable).where(inArray(contactId, ids))
    .orderBy(asc(contactId), asc(id)).all();
  const byContact = new Map<number, ContactRecord["extraInfo"]>();
  for (const { contactId, ...extra } of rows) byContact.set(contactId, [...byContact.get(contactId) ?? [], extra]);
  return byContact;
}
