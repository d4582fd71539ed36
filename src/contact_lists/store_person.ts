import { and, eq, ne } from "drizzle-orm";
import { type Columns, MOST_COLUMNS } from "../contract/contact_lists.ts";
import type { Write } from "../platform/company.ts";
import { prepared, preparedInsert, preparedRun } from "../platform/prepared.ts";
import { revisionOf } from "../platform/revisions.ts";
import { searchOf } from "./items.ts";
import type { PersonRow } from "./sheet.ts";
import { importRowTable, type ListItemRow, listItemTable } from "./table.ts";

/** Puts a person of a sheet on a list, or changes the one who has their number, and notes what was not simply new. */
export function storePerson(
  db: Write,
  { id: importId, listId }: { id: number; listId: number },
  row: PersonRow,
  now: number,
): "created" | "updated" | "same" | "refused" {
  const { line, name, email, number, written, columns } = row;
  const noted = { importId, line, name, number: written, digits: number };
  if (row.reason) {
    insertNote(db, { ...NOTHING, ...noted, outcome: "refused", reason: row.reason, detail: row.detail ?? null });
    return "refused";
  }
  const had = itemWith.one(db, { listId, number });
  if (!had) {
    const search = searchOf({ name, number, email });
    const item = { listId, name, number, email, search, importId, createdAt: now };
    if (orNull(columns)) insertWithColumns(db, { ...item, columns });
    else insertBare(db, item);
    return "created";
  }
  const next = { name, email: email || had.email, columns: merged(had.columns ?? {}, columns) };
  if (isSame(had, next)) {
    insertNote(db, { ...NOTHING, ...noted, outcome: "same", itemId: had.id });
    return "same";
  }
  updateItem(db, {
    id: had.id,
    ...next,
    columns: next.columns && JSON.stringify(next.columns),
    search: searchOf({ ...next, number }),
  });
  const was = {
    ...{ name: had.name, email: had.email, columns: had.columns },
    revision: revisionOf(db, { kind: "contact_list_item", id: had.id }),
  };
  insertNoteOfChange(db, { ...NOTHING, ...noted, outcome: "updated", itemId: had.id, was });
  return "updated";
}

const NOTHING = { reason: null, detail: null, itemId: null };

const itemWith = prepared((db) => {
  const { listId, number } = listItemTable, { arg } = prepared;
  // The index has only rows with a number, and is used only by who says so.
  const where = and(eq(listId, arg("listId")), eq(number, arg("number")), ne(number, ""));
  return db.select().from(listItemTable).where(where).prepare();
});

const ITEM = ["listId", "name", "number", "email", "search", "importId", "createdAt"] as const;
const insertBare = preparedInsert(listItemTable, ITEM);
const insertWithColumns = preparedInsert(listItemTable, [...ITEM, "columns"]);

const updateItem = preparedRun((db) => {
  const { value, arg } = prepared;
  return db.update(listItemTable)
    .set({ name: value("name"), email: value("email"), columns: value("columns"), search: value("search") })
    .where(eq(listItemTable.id, arg("id"))).prepare();
});

const NOTED = ["importId", "line", "outcome", "name", "number", "digits", "reason", "detail", "itemId"] as const;
const insertNote = preparedInsert(importRowTable, NOTED);
const insertNoteOfChange = preparedInsert(importRowTable, [...NOTED, "was"]);

function orNull(columns: Columns): Columns | null {
  return Object.keys(columns).length > 0 ? columns : null;
}

/** What the sheet says goes before what was there; columns beyond the limit stay out. */
function merged(had: Columns, said: Columns): Columns | null {
  return orNull(Object.fromEntries(Object.entries({ ...had, ...said }).slice(0, MOST_COLUMNS)));
}

function isSame(had: ListItemRow, { name, email, columns }: Pick<ListItemRow, "name" | "email" | "columns">): boolean {
  return had.name === name && had.email === email && JSON.stringify(had.columns) === JSON.stringify(columns);
}
