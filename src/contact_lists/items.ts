import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Columns, LIST_ITEM_SORTS, ListItem } from "../contract/contact_lists.ts";
import { MOST_COLUMNS } from "../contract/contact_lists.ts";
import { refuse } from "../contract/errors.ts";
import type { Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { sortedBy } from "../platform/sorted.ts";
import { folded } from "../shared/folded.ts";
import type { Order } from "../shared/order.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { contactListById } from "./lists.ts";
import { type ListItemRow, listItemTable, numberCheckTable } from "./table.ts";

export const ITEM_PAGE = 20;
/** How long (ms) the network's word about a number is believed (behaviour.md, Campaigns). */
export const CHECK_LIFE = 30 * 86_400_000;

type Sort = typeof LIST_ITEM_SORTS[number];
const SORTED: Record<Sort, SQL> = {
  name: sql`${listItemTable.search}`,
  number: sql`nullif(${listItemTable.number}, '')`,
  email: sql`nullif(lower(${listItemTable.email}), '')`,
};

function selectItems(db: Read, now: number) {
  return db.select({
    item: getTableColumns(listItemTable),
    revision: revisionIn("contact_list_item", listItemTable.id),
    checked: numberCheckTable.number,
    jid: numberCheckTable.jid,
    isOptedOut: sql<number>`exists (select 1 from opt_outs where opt_outs.number = ${listItemTable.number}
      and ${listItemTable.number} <> '')`,
  }).from(listItemTable)
    .leftJoin(
      numberCheckTable,
      and(eq(numberCheckTable.number, listItemTable.number), sql`${numberCheckTable.checkedAt} > ${now - CHECK_LIFE}`),
    );
}

type Selected = ReturnType<ReturnType<typeof selectItems>["all"]>[number];

function itemOf(companyId: number, { item, revision, checked, jid, isOptedOut }: Selected): ListItem {
  const { id, listId, name, number, email, columns } = item;
  return {
    ...{ id, contactListId: listId, companyId, name, number, email, revision },
    isWhatsappValid: checked === null ? null : jid !== null,
    isOptedOut: isOptedOut === 1,
    columns: columns ?? {},
  };
}

/** ERR_NO_CONTACT_FOUND when there is none. */
export function itemById(db: Read, companyId: number, id: number): ListItem {
  const found = selectItems(db, Date.now()).where(eq(listItemTable.id, id)).all()[0] ?? refuse("ERR_NO_CONTACT_FOUND");
  return itemOf(companyId, found);
}

interface Asked {
  contactListId: number;
  searchParam: string;
  pageNumber: number;
  sort?: Sort;
  order?: Order;
}

/** A page of the people on a list, by name unless sorted otherwise; found by all words, or a run of digits, of the search. */
export function listItems(db: Read, companyId: number, { contactListId, searchParam, pageNumber, sort, order }: Asked) {
  contactListById(db, contactListId);
  const rows = pageOfItems(db, { contactListId, searchParam, sort, order }, Date.now())
    .limit(ITEM_PAGE + 1).offset((pageNumber - 1) * ITEM_PAGE).all();
  const where = and(eq(listItemTable.listId, contactListId), ...foundBy(searchParam));
  const [{ count } = { count: 0 }] = db.select({ count: sql<number>`count(*)` }).from(listItemTable).where(where).all();
  const contacts = rows.slice(0, ITEM_PAGE).map((row) => itemOf(companyId, row));
  return { contacts, hasMore: rows.length > ITEM_PAGE, count };
}

/** Those who are found, in the order that is asked for. */
export function pageOfItems(
  db: Read,
  { contactListId, searchParam, sort, order }: Omit<Asked, "pageNumber">,
  now: number,
) {
  return selectItems(db, now).where(and(eq(listItemTable.listId, contactListId), ...foundBy(searchParam)))
    .orderBy(...sortedBy(SORTED[sort ?? "name"], listItemTable.id, order));
}

function foundBy(searchParam: string): SQL[] {
  const holds = (part: string) => sql`instr(${listItemTable.search}, ${part}) > 0`;
  const digits = searchParam.replace(/[\s()+.-]/g, "");
  // A number is found however it is typed.
  if (/^\d{3,}$/.test(digits)) return [holds(digits)];
  return folded(searchParam).split(/\s+/).filter(Boolean).map(holds);
}

/** What a row is searched and sorted by. */
export function searchOf({ name, number, email }: { name: string; number: string; email: string }): string {
  return `${folded(name)} ${number} ${email}`;
}

export interface ItemDraft {
  name: string;
  number: string;
  email: string;
  columns?: Columns;
}

export function addItem(db: Write, companyId: number, listId: number, draft: ItemDraft, now: number): ListItem {
  contactListById(db, listId);
  const values = valuesOf(draft);
  const { id } = numbered(() =>
    db.insert(listItemTable).values({ ...values, listId, createdAt: now }).returning().get()
  );
  return itemById(db, companyId, id);
}

export function changeItem(
  db: Write,
  companyId: number,
  id: number,
  { was, ...draft }: ItemDraft & { was?: number },
  by: Maker,
): ListItem {
  const had = itemById(db, companyId, id), changed = { kind: "contact_list_item", id } as const;
  refuseIfChanged(db, changed, was, () => had);
  const values = valuesOf({ ...draft, columns: draft.columns ?? had.columns });
  numbered(() => db.update(listItemTable).set(values).where(eq(listItemTable.id, id)).run());
  noteMaker(db, changed, by);
  return itemById(db, companyId, id);
}

/** Takes somebody off their list; answers which it was. */
export function removeItem(db: Write, id: number): ListItemRow {
  return db.delete(listItemTable).where(eq(listItemTable.id, id)).returning().all()[0] ??
    refuse("ERR_NO_CONTACT_FOUND");
}

function valuesOf({ name, number, email, columns = {} }: ItemDraft) {
  if (Object.keys(columns).length > MOST_COLUMNS) refuse("ERR_INVALID_INPUT", { fields: { columns: "too_long" } });
  const canonical = canonicalNumber(number);
  const hasColumns = Object.keys(columns).length > 0;
  const search = searchOf({ name, number: canonical, email });
  return { name, number: canonical, email, columns: hasColumns ? columns : null, search };
}

/** A number stands on a list once. */
function numbered<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (brokenUnique(error)) refuse("ERR_DUPLICATED_CONTACT", { fields: { number: "taken" } });
    throw error;
  }
}
