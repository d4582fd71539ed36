import { and, asc, desc, eq, like, sql } from "drizzle-orm";
import type { ContactList } from "../contract/contact_lists.ts";
import { refuse } from "../contract/errors.ts";
import type { Read, Write } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { inDictionary } from "../platform/sorted.ts";
import { folded } from "../shared/folded.ts";
import type { Order } from "../shared/order.ts";
import { contactListTable } from "./table.ts";

export const LIST_PAGE = 20;

// In a select from one table drizzle writes columns without their table's name, and a bare "id" would be the items' own.
const count = sql<number>`(select count(*) from contact_list_items i where i.list_id = contact_lists.id)`;
const ROW = {
  id: contactListTable.id,
  name: contactListTable.name,
  createdAt: contactListTable.createdAt,
  contactsCount: count,
  revision: revisionIn("contact_list", contactListTable.id),
};

type Selected = { id: number; name: string; createdAt: number; contactsCount: number; revision: number };

function listOf({ createdAt, ...list }: Selected): ContactList {
  return { ...list, createdAt: momentOf(createdAt) };
}

/** ERR_NO_CONTACT_LIST_FOUND when there is none. */
export function contactListById(db: Read, id: number): ContactList {
  return listOf(
    db.select(ROW).from(contactListTable).where(eq(contactListTable.id, id)).all()[0] ??
      refuse("ERR_NO_CONTACT_LIST_FOUND"),
  );
}

/** All of them by name. */
export function contactListNames(db: Read): ContactList[] {
  return db.select(ROW).from(contactListTable).orderBy(inDictionary("name"), asc(contactListTable.id)).all().map(
    listOf,
  );
}

interface Asked {
  searchParam: string;
  pageNumber: number;
  sort?: "name" | "contactsCount";
  order?: Order;
}

/** A page of lists by name, unless sorted otherwise, of those whose names have all words of the search. */
export function listContactLists(db: Read, { searchParam, pageNumber, sort = "name", order = "asc" }: Asked) {
  const words = folded(searchParam).split(/\s+/).filter(Boolean);
  const by = sort === "name" ? inDictionary("name") : count;
  const rows = db.select(ROW).from(contactListTable)
    .where(and(...words.map((word) => like(inDictionary("name"), `%${word.replace(/[%_]/g, "")}%`))))
    .orderBy(order === "desc" ? desc(by) : asc(by), asc(contactListTable.id))
    .limit(LIST_PAGE + 1).offset((pageNumber - 1) * LIST_PAGE).all();
  return { records: rows.slice(0, LIST_PAGE).map(listOf), hasMore: rows.length > LIST_PAGE };
}

export function addContactList(db: Write, name: string, now: number): ContactList {
  const { id } = db.insert(contactListTable).values({ name, createdAt: now }).returning().get();
  return contactListById(db, id);
}

export function changeContactList(db: Write, id: number, { was, name }: { was?: number; name: string }, by: Maker) {
  const had = contactListById(db, id), changed = { kind: "contact_list", id } as const;
  refuseIfChanged(db, changed, was, () => had);
  db.update(contactListTable).set({ name }).where(eq(contactListTable.id, id)).run();
  noteMaker(db, changed, by);
  return contactListById(db, id);
}

/** With everybody on it; a campaign that has begun keeps its recipients. */
export function removeContactList(db: Write, id: number): void {
  const { changes } = db.delete(contactListTable).where(eq(contactListTable.id, id)).run();
  if (changes === 0) refuse("ERR_NO_CONTACT_LIST_FOUND");
}

/** The further columns that people on a list have, in the order in which they came, and how many have something in each. */
export function columnsOfList(db: Read, id: number): { name: string; filled: number }[] {
  contactListById(db, id);
  return db.all<{ name: string; filled: number }>(sql`
    select k.key as name, sum(trim(k.value) <> '') as filled from contact_list_items i, json_each(i.columns) k
    where i.list_id = ${id} and i.columns is not null group by k.key order by min(i.id), k.key`);
}
