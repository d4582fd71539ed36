import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  CheckWaits,
  Columns,
  FoundColumns,
  ImportRowOutcome,
  ImportState,
  RowReason,
} from "../contract/contact_lists.ts";
import type { ErrorCode } from "../contract/errors.ts";

export const contactListTable = sqliteTable("contact_lists", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  createdAt: integer().notNull(),
});

export const listItemTable = sqliteTable("contact_list_items", {
  id: integer().primaryKey({ autoIncrement: true }),
  listId: integer().notNull(),
  name: text().notNull(),
  /** Canonical digits; empty for none. */
  number: text().notNull().default(""),
  email: text().notNull().default(""),
  /** The further columns of the sheet, by their names: each is a variable. */
  columns: text({ mode: "json" }).$type<Record<string, string>>(),
  /** Name, number and e-mail without accents and case. */
  search: text().notNull().default(""),
  importId: integer(),
  createdAt: integer().notNull(),
});
export type ListItemRow = typeof listItemTable.$inferSelect;

export const listImportTable = sqliteTable("contact_list_imports", {
  id: integer().primaryKey({ autoIncrement: true }),
  listId: integer().notNull(),
  fileName: text().notNull(),
  state: text().$type<ImportState>().notNull(),
  failure: text().$type<ErrorCode>(),
  found: text({ mode: "json" }).$type<FoundColumns>(),
  userId: integer(),
  rowsRead: integer().notNull().default(0),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  same: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  createdAt: integer().notNull(),
  endedAt: integer(),
});

export type ImportRow = typeof listImportTable.$inferSelect;

/** What somebody was before an import changed them, and the revision that it made of them. */
export interface ItemWas {
  name: string;
  email: string;
  columns: Columns | null;
  revision: number;
}

export const importRowTable = sqliteTable(
  "contact_list_import_rows",
  {
    importId: integer().notNull(),
    line: integer().notNull(),
    outcome: text().$type<ImportRowOutcome>().notNull(),
    name: text().notNull().default(""),
    number: text().notNull().default(""),
    /** The number that was understood. */
    digits: text().notNull().default(""),
    reason: text().$type<RowReason>(),
    detail: text(),
    was: text({ mode: "json" }).$type<ItemWas>(),
    itemId: integer(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);

/** What the network said of a number. */
export const numberCheckTable = sqliteTable("number_checks", {
  number: text().primaryKey(),
  jid: text(),
  lid: text(),
  checkedAt: integer().notNull(),
});

/** Asking the network about the numbers of a whole list; one for each list, the last. */
export const listCheckTable = sqliteTable("contact_list_checks", {
  listId: integer().primaryKey(),
  state: text().$type<"running" | "done" | "stopped">().notNull(),
  upTo: text().notNull().default(""),
  checked: integer().notNull().default(0),
  waits: text().$type<CheckWaits>(),
  goesOnAt: integer(),
  nextAt: integer().notNull().default(0),
  begunAt: integer().notNull(),
  endedAt: integer(),
  /** When it will be over, as things stand. */
  endsAt: integer(),
});
export type ListCheckRow = typeof listCheckTable.$inferSelect;
