import { type Column, type GetColumnData, type SQL, sql, type Subquery } from "drizzle-orm";
import type { Read } from "./company.ts";

type Fields = Record<string, Record<string, Column>>;

/** A joined row by table; a table that joined nothing is null; lists are as SQLite made them. */
export type Unpacked<F extends Fields, Joined extends keyof F, Lists extends string = never> =
  & {
    [T in keyof F]: { [C in keyof F[T]]: GetColumnData<F[T][C]> } | (T extends Joined ? null : never);
  }
  & { [L in Lists]: unknown };

/**
 * A row's columns as one JSON text. Each value that crosses from SQLite costs a call, a text costs only its characters:
 * a page of forty joined rows comes three times as fast. Tables of `joined` may have found nothing; their first column
 * (the key) tells. `lists` are subqueries that each make one JSON value, mostly an array.
 */
export function packed<F extends Fields, const J extends keyof F & string = never, L extends string = never>(
  fields: F,
  joined: readonly J[] = [],
  lists: Record<L, SQL> = {} as Record<L, SQL>,
) {
  const tables = Object.entries(fields).map(([table, columns]) => ({
    table,
    mayBeMissing: (joined as readonly string[]).includes(table),
    columns: Object.entries(columns).map(([name, column]) => ({ name, column, map: readerOf(column) })),
  }));
  const all = tables.flatMap(({ columns }) => columns.map(({ column }) => column));
  const arrays = Object.values<SQL>(lists).map((list) => sql`json(${list})`);
  const text: SQL.Aliased<string> = sql<string>`json_array(${sql.join([...all, ...arrays], sql`, `)})`.as("row");
  const listed = Object.keys(lists);
  function unpackOne(values: unknown[]): Unpacked<F, J, L> {
    const result: Record<string, unknown> = {};
    let at = 0;
    for (const { table, columns, mayBeMissing } of tables) {
      const isMissing = mayBeMissing && values[at] === null;
      const read: Record<string, unknown> = {};
      for (const { name, map } of columns) {
        const value = values[at++];
        read[name] = value === null || map === undefined ? value : map(value as never);
      }
      result[table] = isMissing ? null : read;
    }
    for (const name of listed) result[name] = values[at++];
    return result as Unpacked<F, J, L>;
  }
  return {
    /** The column of a select, by the name of `row`. */
    text,
    unpack: (row: string) => unpackOne(JSON.parse(row)),
    /** What `inOneText` answers. */
    unpackAll: ([{ rows } = { rows: null }]: { rows: string | null }[]) =>
      (JSON.parse(`[${rows ?? ""}]`) as unknown[][]).map(unpackOne),
  };
}

/** What drizzle makes of a value that SQLite gives as it is meant. */
const AS_IT_IS: readonly string[] = ["SQLiteInteger", "SQLiteText", "SQLiteReal"];

function readerOf(column: Column): ((value: never) => unknown) | undefined {
  return AS_IT_IS.includes(column.columnType) ? undefined : (value) => column.mapFromDriverValue(value);
}

/** All the rows of a packed select as one text, in their order: forty texts cost forty calls still. */
export function inOneText(db: Read, rows: Subquery) {
  return db.select({ rows: sql<string | null>`group_concat("row")` }).from(rows);
}
