import { asc, count, eq, getTableColumns, inArray } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Tag, TAG_SORTS, TagRef } from "../contract/tags.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { folded } from "../platform/full_text.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { compareBy, type Order } from "../shared/order.ts";
import { tagTable, ticketTagTable } from "./table.ts";

export const TAG_PAGE = 20;

/** The order of a dictionary, where Á stands with A. */
let dictionary: Intl.Collator | undefined;

function byName(one: TagRef, other: TagRef): number {
  dictionary ??= new Intl.Collator("pt");
  return dictionary.compare(one.name, other.name);
}

export function allTags(db: Read): TagRef[] {
  const { id, name, color } = tagTable;
  return db.select({ id, name, color }).from(tagTable).orderBy(asc(id)).all().sort(byName);
}

interface Asked {
  searchParam: string;
  pageNumber: number;
  sort?: typeof TAG_SORTS[number];
  order?: Order;
}

/** A page of tags, of those whose name has the words somewhere. */
export function listTags(db: Read, { searchParam, pageNumber, sort, order }: Asked) {
  const found = allTags(db).filter(({ name }) => folded(name).includes(folded(searchParam)));
  if (sort === "name") found.sort(compareBy(({ name }) => name, order));
  if (sort === "ticketsCount") {
    const counts = countsOf(db);
    found.sort(compareBy(({ id }) => counts.get(id) ?? 0, order));
  }
  const page = found.slice((pageNumber - 1) * TAG_PAGE, pageNumber * TAG_PAGE);
  return { tags: countedTags(db, page.map(({ id }) => id)), hasMore: found.length > pageNumber * TAG_PAGE };
}

export function tagById(db: Read, id: number): Tag {
  return countedTags(db, [id])[0] ?? refuse("ERR_NO_TAG_FOUND");
}

/** These tags, in this order, with how many tickets carry each. */
function countedTags(db: Read, ids: number[]): Tag[] {
  const row = { ...getTableColumns(tagTable), revision: revisionIn("tag", tagTable.id) };
  const rows = db.select(row).from(tagTable).where(inArray(tagTable.id, ids)).all();
  const counts = countsOf(db, ids);
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map((row) => ({ ...row, ticketsCount: counts.get(row.id) ?? 0 }));
}

/** How many tickets carry each of these tags, or each of all. */
function countsOf(db: Read, ids?: number[]): Map<number, number> {
  const { tagId } = ticketTagTable;
  const rows = db.select({ tagId, tickets: count() }).from(ticketTagTable)
    .where(ids && inArray(tagId, ids)).groupBy(tagId).all();
  return new Map(rows.map(({ tagId, tickets }) => [tagId, tickets]));
}

export interface TagDraft {
  name: string;
  color: string;
}

export function addTag(db: Write, draft: TagDraft, userId: number): Tag {
  const { id } = named(() => db.insert(tagTable).values({ ...draft, userId }).returning().get());
  return tagById(db, id);
}

export function changeTag(db: Write, id: number, { was, ...draft }: TagDraft & { was?: number }, by: Maker): Tag {
  const had = tagById(db, id), changed = { kind: "tag", id } as const;
  refuseIfChanged(db, changed, was, () => had);
  named(() => db.update(tagTable).set(draft).where(eq(tagTable.id, id)).run());
  noteMaker(db, changed, by);
  return tagById(db, id);
}

export function removeTag(db: Write, id: number): void {
  if (db.delete(tagTable).where(eq(tagTable.id, id)).run().changes === 0) refuse("ERR_NO_TAG_FOUND");
}

function named<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (brokenUnique(error) === "tags.name") refuse("ERR_DUPLICATED_NAME", { fields: { name: "taken" } });
    throw error;
  }
}

/** Which tags a ticket carries. */
export function tagIdsOf(db: Read, ticketId: number): number[] {
  return db.select({ tagId: ticketTagTable.tagId }).from(ticketTagTable).where(eq(ticketTagTable.ticketId, ticketId))
    .all().map(({ tagId }) => tagId);
}

/** Lets every open screen count anew. */
export function emitTags(db: Read, emit: Emit, ids: number[]): void {
  for (const record of countedTags(db, ids)) emit("tag", { action: "update", record });
}
