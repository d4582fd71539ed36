import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Contact, CONTACT_SORTS, ContactDetails } from "../contract/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { prepared, type Read } from "../platform/company.ts";
import { revisionOf } from "../platform/revisions.ts";
import { inDictionary, sortedBy } from "../platform/sorted.ts";
import type { Order } from "../shared/order.ts";
import { contactIdsFound, contactSearch } from "./find.ts";
import { type ContactRow, contactTable, extraInfoTable, type IdentityRow, identityTable } from "./table.ts";

export const CONTACT_PAGE = 40;

/** To the letter as in the index `contacts_in_order`. */
const IN_ORDER = inDictionary("name");
/** To the letter as in the indexes that 0027 made. */
const SORTED: Record<Sort, SQL> = {
  name: IN_ORDER,
  number: sql.raw("nullif(number, '')"),
  email: sql.raw("nullif(lower(email), '')"),
};

type Sort = typeof CONTACT_SORTS[number];

export function contactOf({ id, name, number, email, isGroup, profilePicUrl }: ContactRow): Contact {
  return { id, name, number, email, isGroup, profilePicUrl };
}

export function contactById(db: Read, id: number): ContactRow | undefined {
  return db.select().from(contactTable).where(eq(contactTable.id, id)).all()[0];
}

/** A contact with all that is known of it; ERR_NO_CONTACT_FOUND when there is none. */
export function contactDetails(db: Read, id: number): ContactDetails {
  const row = contactById(db, id) ?? refuse("ERR_NO_CONTACT_FOUND");
  const { contactId, ...info } = getTableColumns(extraInfoTable);
  const extraInfo = db.select(info).from(extraInfoTable).where(eq(contactId, id)).orderBy(asc(info.id)).all();
  return {
    ...contactOf(row),
    extraInfo,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    revision: revisionOf(db, { kind: "contact", id }),
  };
}

/** Everyone's name, for choosing. */
export function contactNames(db: Read): { id: number; name: string }[] {
  const { id, name, isGroup } = contactTable;
  return db.select({ id, name }).from(contactTable).where(eq(isGroup, false))
    .orderBy(IN_ORDER, asc(id)).all();
}

export interface Sorted {
  sort?: Sort;
  order?: Order;
}

/** People, not groups, by name unless sorted otherwise. */
export function contactsInOrder(db: Read, { found, sort = "name", order }: Sorted & { found?: SQL } = {}) {
  return db.select().from(contactTable).where(and(eq(contactTable.isGroup, false), found))
    .orderBy(...sortedBy(SORTED[sort], contactTable.id, order));
}

interface Asked extends Sorted {
  searchParam: string;
  pageNumber: number;
}

/** A page of contacts, of those whose name or number has all words of the search, or one of whose numbers its digits. */
export function listContacts(db: Read, { searchParam, pageNumber, sort, order }: Asked) {
  const search = contactSearch(searchParam);
  if (searchParam && !search) return { contacts: [], hasMore: false };
  const found = search && inArray(contactTable.id, sql`(${contactIdsFound(search)})`);
  const rows = contactsInOrder(db, { found, sort, order }).limit(CONTACT_PAGE + 1)
    .offset((pageNumber - 1) * CONTACT_PAGE).all();
  return { contacts: rows.slice(0, CONTACT_PAGE).map(contactOf), hasMore: rows.length > CONTACT_PAGE };
}

/**
 * Where to send: the address the network last confirmed, else the phone number as we have it. Of a contact with several
 * numbers, which a merge makes, the one whose chat it is, else the one that the contact shows.
 */
export function addressOf(db: Read, contactId: number, chat?: string): { jid: string | null; phone: string | null } {
  const all = identitiesOf(db, { contactId });
  const isSeveral = ["phone", "lid"].some((kind) => all.filter((one) => one.kind === kind).length > 1);
  const identities = isSeveral ? ofOne(all, chat, contactById(db, contactId)!.number) : all;
  const by = (kind: string) => identities.find((identity) => identity.kind === kind);
  const confirmed = by("group") ?? identities.find(({ kind, address }) => kind === "phone" && address) ?? by("lid");
  const phone = by("phone")?.value ?? null;
  if (!confirmed && !phone) refuse("ERR_WAPP_INVALID_CONTACT");
  return { jid: confirmed?.address ?? null, phone };
}

const identitiesOf = prepared((db) =>
  db.select().from(identityTable).where(eq(identityTable.contactId, prepared.arg("contactId"))).prepare()
);

function ofOne(identities: IdentityRow[], chat: string | undefined, number: string): IdentityRow[] {
  const own = identities.find(({ address }) => address !== null && address === chat) ??
    identities.find(({ kind, value }) => kind === "phone" && `${value}@s.whatsapp.net` === chat) ??
    identities.find(({ kind, value }) => kind === "phone" && value === number);
  return own ? [own] : identities;
}
