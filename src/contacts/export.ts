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
  return { contacts: withExtras(db, rows.slice(0, EXPORT_PAGE)), hasMore: rows.length > EXPORT_PAGE };
}

/** Those of these contacts that are there. */
export function exportThese(db: Read, ids: number[]): ContactRecord[] {
  return withExtras(db, selected(db).where(and(inArray(contactTable.id, ids), eq(contactTable.isGroup, false))).all());
}

function withExtras(db: Read, rows: Omit<ContactRecord, "extraInfo">[]): ContactRecord[] {
  const extras = extrasOf(db, rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, extraInfo: extras.get(row.id) ?? [] }));
}

function selected(db: Read) {
  const { id, name, number, email } = contactTable;
  return db.select({ id, name, number, email }).from(contactTable);
}

/** Nothing when the search has neither a word nor a digit. */
export function exportQuery(db: Read, { searchParam, after }: Asked) {
  const search = contactSearch(searchParam);
  if (searchParam && !search) return undefined;
  const { id, isGroup } = contactTable;
  const found = search && inArray(id, sql`(${contactIdsFound(search)})`);
  return selected(db).where(and(gt(id, after), eq(isGroup, false), found)).orderBy(asc(id)).limit(EXPORT_PAGE + 1);
}

function extrasOf(db: Read, ids: number[]): Map<number, ContactRecord["extraInfo"]> {
  const { contactId, id, name, value } = extraInfoTable;
  const rows = db.select({ contactId, name, value }).from(extraInfoTable).where(inArray(contactId, ids))
    .orderBy(asc(contactId), asc(id)).all();
  const byContact = new Map<number, ContactRecord["extraInfo"]>();
  for (const { contactId, ...extra } of rows) byContact.set(contactId, [...byContact.get(contactId) ?? [], extra]);
  return byContact;
}
