import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Channel, ConnectionKind } from "../contract/channels.ts";
import type { Contact, CONTACT_SORTS, ContactDetails } from "../contract/contacts.ts";
import { refuse } from "../contract/errors.ts";
import type { Read } from "../platform/company.ts";
import { prepared, preparedByShape } from "../platform/prepared.ts";
import { revisionOf } from "../platform/revisions.ts";
import { inDictionary, sortedBy } from "../platform/sorted.ts";
import type { Order } from "../shared/order.ts";
import { USER_KINDS, type UserKind } from "../channels/channel.ts";
import { contactIdsFound, type ContactSearch, contactSearch, HOT_CONTACT_IDS } from "./find.ts";
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
    ...withChannels(db, [row])[0]!,
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
export function listContacts(db: Read, { searchParam, pageNumber, sort = "name", order = "asc" }: Asked) {
  const search = contactSearch(searchParam);
  if (searchParam && !search) return { contacts: [], hasMore: false };
  const offset = (pageNumber - 1) * CONTACT_PAGE;
  const rows = search && sort === "name"
    ? foundByName(db, search, order, offset)
    : contactsInOrder(db, { found: search && hasIdOf(search), sort, order }).limit(CONTACT_PAGE + 1).offset(offset)
      .all();
  return { contacts: withChannels(db, rows.slice(0, CONTACT_PAGE)), hasMore: rows.length > CONTACT_PAGE };
}

export function hasIdOf(search: ContactSearch): SQL {
  return inArray(contactTable.id, sql`(${contactIdsFound(search)})`);
}

/**
 * What `contactsInOrder` answers for a search by name, from an index that has the names as they are compared: of a word
 * that hundreds have, forty rows are read instead of all, and none of their names is made comparable anew.
 */
export function foundByName(db: Read, search: ContactSearch, order: Order, offset: number): ContactRow[] {
  const ids = idsByName(db, { order }, { ...search, offset }).map(({ id }) => id);
  const rows = new Map(rowsById(db, { ids: JSON.stringify(ids) }).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)!);
}
const idsByName = preparedByShape((db, { order }: { order: Order }) =>
  db.select({ id: sql<number>`contacts.id` }).from(sql`contacts indexed by contacts_found`)
    .where(sql`is_group = 0 and id in (${HOT_CONTACT_IDS})`)
    .orderBy(...sortedBy(IN_ORDER, contactTable.id, order)).limit(CONTACT_PAGE + 1).offset(prepared.arg("offset"))
    .prepare()
);
const rowsById = prepared((db) =>
  db.select().from(contactTable).where(inArray(contactTable.id, prepared.list("ids"))).prepare()
);

/** Contacts as they are listed: those without a number with the channel that knows them. */
function withChannels(db: Read, rows: readonly ContactRow[]): Contact[] {
  const { contactId, kind } = identityTable, ids = rows.filter(({ number }) => number === "").map(({ id }) => id);
  const known = ids.length === 0 ? [] : db.select({ contactId, kind }).from(identityTable)
    .where(and(inArray(contactId, ids), inArray(kind, [...USER_KINDS]))).all();
  const channels = new Map(known.map((one) => [one.contactId, channelOf(one.kind as UserKind)]));
  return rows.map((row) => ({ ...contactOf(row), channel: channels.get(row.id) }));
}

function channelOf(kind: UserKind): Channel {
  return kind === "wa_user" ? "whatsapp" : kind;
}

/**
 * Where to send: the address the network last confirmed, else the phone number as we have it. Of a contact with several
 * numbers, which a merge makes, the one whose chat it is, else the one that the contact shows. At a channel that has ids
 * of its own, only these count. ERR_CONTACT_NOT_THERE for somebody whom the channel does not know.
 */
export function addressOf(db: Read, contactId: number, { at, chat }: Way): Reached {
  const all = identitiesOf(db, { contactId });
  if (at !== "linked" && at !== "cloud") return atChannel(all.filter(({ kind }) => kind === at), chat);
  const known = all.filter(({ kind }) => kind !== UNKNOWN_AT[at]);
  if (known.length === 0 && all.length > 0) refuse("ERR_CONTACT_NOT_THERE");
  return atWhatsApp(known, chat, () => contactById(db, contactId)!.number);
}

/** Whose ids a linked phone cannot write to, and the Cloud API cannot. */
const UNKNOWN_AT = { linked: "wa_user", cloud: "lid" } as const;

/** By a connection of which kind, and in which chat the customer was heard last. */
export interface Way {
  at: ConnectionKind;
  chat?: string;
}

export interface Reached {
  jid: string | null;
  phone: string | null;
}

function atChannel(identities: IdentityRow[], chat: string | undefined): Reached {
  const own = identities.find(({ address }) => address === chat) ?? identities.at(-1) ??
    refuse("ERR_CONTACT_NOT_THERE");
  return { jid: own.address, phone: null };
}

function atWhatsApp(all: IdentityRow[], chat: string | undefined, number: () => string): Reached {
  const isSeveral = ["phone", "lid", "wa_user"].some((kind) => all.filter((one) => one.kind === kind).length > 1);
  const identities = isSeveral ? ofOne(all, chat, number()) : all;
  const by = (kind: string) => identities.find((identity) => identity.kind === kind);
  const confirmed = by("group") ?? identities.find(({ kind, address }) => kind === "phone" && address) ??
    (by("lid")?.address === chat ? by("lid") : by("wa_user") ?? by("lid"));
  const phone = by("phone")?.value ?? null;
  if (!confirmed && !phone) refuse(all.length > 0 ? "ERR_CONTACT_NOT_THERE" : "ERR_WAPP_INVALID_CONTACT");
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
