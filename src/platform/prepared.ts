import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Read, Write } from "./company.ts";

interface Prepared<Row> {
  all(values?: Record<string, unknown>): Row[];
  get(values?: Record<string, unknown>): Row | undefined;
}

/** Asks a file for all rows of a query, or for the first one alone, which takes half the time. */
export interface Ask<Row, File = Read> {
  (db: File, args?: Record<string, unknown>): Row[];
  one(db: File, args?: Record<string, unknown>): Row | undefined;
}

interface Runnable {
  run(values?: Record<string, unknown>): unknown;
}

/**
 * A query built once for each open file, its arguments named by `prepared.arg`: for the hot paths, where building
 * a statement costs more than running it.
 */
export function prepared<Row>(build: (db: Read) => Prepared<Row>): Ask<Row> {
  const built = new WeakMap<Read, Prepared<Row>>();
  const queryOf = (db: Read) => {
    let query = built.get(db);
    if (!query) built.set(db, query = build(db));
    return query;
  };
  const ask = (db: Read, args?: Record<string, unknown>) => queryOf(db).all(args);
  return Object.assign(ask, { one: (db: Read, args?: Record<string, unknown>) => queryOf(db).get(args) });
}
prepared.arg = (name: string) => sql.placeholder(name);
/** An argument as a column's new value, in an update. */
prepared.value = (name: string) => sql`${sql.placeholder(name)}`;
/** A list argument, handed over as JSON: `where(in(column, prepared.list("ids")))` with `{ ids: JSON.stringify(ids) }`. */
prepared.list = (name: string) => sql`(select value from json_each(${sql.placeholder(name)}))`;

/** Like `prepared`, for what writes and is asked for no rows: making them takes a tenth of a small insert. */
export function preparedRun(build: (db: Write) => Runnable): (db: Write, args: Record<string, unknown>) => void {
  const built = new WeakMap<Write, Runnable>();
  return (db, args) => {
    let query = built.get(db);
    if (!query) built.set(db, query = build(db));
    query.run(args);
  };
}

/** Like `prepared`, for what writes: the rows it returns, if it says `returning()`. */
export function preparedWrite<Row>(build: (db: Write) => Prepared<Row>): Ask<Row, Write> {
  return prepared(build as (db: Read) => Prepared<Row>);
}

/** An insert of just these columns, built once for each open file; the others get their defaults. Answers the new row. */
export function preparedInsert<Table extends SQLiteTable, Name extends keyof Table["$inferInsert"] & string>(
  table: Table,
  names: readonly Name[],
): (db: Write, row: Pick<Table["$inferInsert"], Name>) => Table["$inferSelect"] {
  const insert = preparedWrite<Table["$inferSelect"]>((db) =>
    db.insert(table).values(Object.fromEntries(names.map((name) => [name, prepared.arg(name)])) as never).returning()
      .prepare() as never
  );
  return (db, row) => insert.one(db, row)!;
}

/** Like `preparedInsert`, where only the new row's id is wanted: a dozen columns take half as long as the insert itself. */
export function preparedInsertId<
  Table extends SQLiteTable & { id: SQLiteColumn },
  Name extends keyof Table["$inferInsert"] & string,
>(table: Table, names: readonly Name[]): (db: Write, row: Pick<Table["$inferInsert"], Name>) => number {
  const insert = preparedWrite<{ id: number }>((db) =>
    db.insert(table).values(Object.fromEntries(names.map((name) => [name, prepared.arg(name)])) as never)
      .returning({ id: table.id }).prepare() as never
  );
  return (db, row) => insert.one(db, row)!.id;
}

/**
 * Changes columns of a row as it stands, built once for each open file and each set of columns; answers what it is with
 * that, for reading it back would take as long as the change. What a column holds already, as `had` says, is not written.
 * No texts from outside: the file may keep them otherwise (`bindable`).
 */
export function preparedChange<Table extends SQLiteTable & { id: SQLiteColumn }>(
  table: Table,
): <Row extends Table["$inferSelect"] & { id: number }>(
  db: Write,
  had: Row,
  is: Partial<Table["$inferSelect"]>,
) => Row {
  // What becomes null is no argument: as one it would be written down as its column writes values.
  const update = preparedByShape((db, { names, nulls }: { names: string[]; nulls: string[] }) =>
    (db as Write).update(table).set(Object.fromEntries([
      ...names.map((name) => [name, prepared.arg(name)]),
      ...nulls.map((name) => [name, null]),
    ])).where(eq(table.id, prepared.arg(ROW_ID))).returning({ id: table.id }).prepare()
  );
  return (db, had, is) => {
    const names: string[] = [], nulls: string[] = [], row: Record<string, unknown> = { ...had };
    for (const [name, value] of Object.entries(is)) {
      // What stays as it was would be written anew all the same, in every index that has it.
      if (value === undefined || value === row[name]) continue;
      (value === null ? nulls : names).push(name);
      row[name] = value;
    }
    if (names.length + nulls.length > 0) update(db, { names, nulls }, { ...is, [ROW_ID]: had.id });
    return row as typeof had;
  };
}
/** No column is called so. */
const ROW_ID = "row id";

/** Like `prepared`, for a query of several shapes: built once for each shape that is asked for. */
export function preparedByShape<Shape extends object, Row>(
  build: (db: Read, shape: Shape) => Prepared<Row>,
): (db: Read, shape: Shape, args?: Record<string, unknown>) => Row[] {
  const built = new Map<string, Ask<Row>>();
  return (db, shape, args) => {
    const key = JSON.stringify(shape);
    let query = built.get(key);
    if (!query) built.set(key, query = prepared((each) => build(each, shape)));
    return query(db, args);
  };
}
