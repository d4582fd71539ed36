import { is, SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type SQLiteColumn, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DbFile, openDbFile } from "./platform/db.ts";
import { migrate, migrationsIn } from "./platform/migrate.ts";
import { ROOT } from "./root.ts";

/** A column as SQLite has it, and as the table in the code says it is. */
interface Column {
  name: string;
  affinity: string;
  notNull: boolean;
  /** What a row gets that does not say; undefined when it must say. */
  otherwise: unknown;
  isKey: boolean;
}

const DATABASES = ["company", "provider", "ledger"] as const;
const files = {} as Record<typeof DATABASES[number], DbFile>;
let folder: string;
let declared: SQLiteTable[];

beforeAll(async () => {
  folder = await Deno.makeTempDir({ prefix: "balcao-schema-" });
  for (const name of DATABASES) {
    const path = `${folder}/${name}.db`;
    files[name] = openDbFile(path);
    migrate(files[name], path, migrationsIn(`${ROOT}/migrations/${name}`));
  }
  declared = (await Promise.all([...tableFiles(`${ROOT}/src`)].map((path) => import(path))))
    .flatMap((module) => Object.values(module).filter((value): value is SQLiteTable => is(value, SQLiteTable)));
  declared = [...new Set(declared)];
});

afterAll(async () => {
  for (const file of Object.values(files)) file.close();
  await Deno.remove(folder, { recursive: true });
});

function* tableFiles(within: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(within)) {
    if (isDirectory) yield* tableFiles(`${within}/${name}`);
    else if (name === "table.ts") yield `${within}/${name}`;
  }
}

describe("what the code says of a table is what the migrations have made of it", () => {
  test("every table of the code is in one of the three files", () => {
    const names = declared.map((table) => getTableConfig(table).name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => DATABASES.filter((database) => tablesIn(database).has(name)).length !== 1)).toEqual(
      [],
    );
  });

  test("every table of the three files is in the code, but for those that searches and triggers fill", () => {
    const names = new Set(declared.map((table) => getTableConfig(table).name));
    const unknown = DATABASES.flatMap((database) =>
      [...tablesIn(database)].filter((name) => !names.has(name) && !isFilledByTriggers(database, name))
    );
    expect(unknown).toEqual([]);
  });

  test("their columns have the same names, kinds, defaults and keys, and may be empty in both or in neither", () => {
    const wrong = declared.flatMap((table) => {
      const { name } = getTableConfig(table);
      return DATABASES.filter((database) => tablesIn(database).has(name))
        .flatMap((database) => differences(name, columnsIn(database, name), columnsOf(table)));
    });
    expect(wrong).toEqual([]);
  });
});

/** Without SQLite's own and what belongs to a search, which only SQL speaks of. */
function tablesIn(database: typeof DATABASES[number]): Set<string> {
  const rows = files[database].db.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  );
  const searches = rows.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name);
  const isOfSearch = (name: string) => searches.some((search) => name === search || name.startsWith(`${search}_`));
  return new Set(rows.map(({ name }) => name).filter((name) => !isOfSearch(name)));
}

/** Counters and indexes, of which the code has no rows: it asks in SQL. */
function isFilledByTriggers(database: typeof DATABASES[number], table: string): boolean {
  return files[database].db.all<{ sql: string }>(sql`select sql from sqlite_master where type = 'trigger'`)
    .some(({ sql }) => new RegExp(`(insert( or \\w+)? into|update) ${table}\\b`, "i").test(sql));
}

function columnsIn(database: typeof DATABASES[number], table: string): Column[] {
  const rows = files[database].db.all<
    { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }
  >(sql`select * from pragma_table_info(${table})`);
  const hasOneKey = rows.filter(({ pk }) => pk > 0).length === 1;
  return rows.map(({ name, type, notnull, dflt_value, pk }) => ({
    name,
    affinity: affinityOf(type),
    // The row's own number is never empty, though nothing says so.
    notNull: notnull === 1 || (pk > 0 && hasOneKey && affinityOf(type) === "integer"),
    otherwise: dflt_value === null ? undefined : valueOf(database, dflt_value),
    isKey: pk > 0,
  }));
}

function columnsOf(table: SQLiteTable): Column[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const keys = new Set(primaryKeys.flatMap(({ columns }) => columns.map(nameOf)));
  return columns.map((column) => ({
    name: nameOf(column),
    affinity: affinityOf(column.getSQLType()),
    notNull: column.notNull,
    otherwise: is(column.default, SQL)
      ? valueOf("company", new SQLiteSyncDialect().sqlToQuery(column.default).sql)
      : column.default === undefined
      ? undefined
      : column.mapToDriverValue(column.default),
    isKey: column.primary || keys.has(nameOf(column)),
  }));
}

/** What an expression of SQL comes to. */
function valueOf(database: typeof DATABASES[number], expression: string): unknown {
  return files[database].db.all<{ value: unknown }>(sql`select ${sql.raw(expression)} as value`)[0]!.value;
}

/** As platform/db.ts has it written. */
function nameOf({ name, keyAsName }: SQLiteColumn): string {
  return keyAsName ? toSnakeCase(name) : name;
}

/** What SQLite makes of a declared type (sqlite.org/datatype3.html §3.1). */
function affinityOf(type: string): string {
  if (/int/i.test(type)) return "integer";
  if (/char|clob|text/i.test(type)) return "text";
  if (/blob|^$/i.test(type)) return "blob";
  return /real|floa|doub/i.test(type) ? "real" : "numeric";
}

function differences(table: string, had: Column[], said: Column[]): string[] {
  const names = new Set([...had, ...said].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const [file, code] = [had, said].map((columns) => columns.find((column) => column.name === name));
    if (!file || !code) return [`${table}.${name} is only in the ${file ? "file" : "code"}`];
    // A column that was added later cannot do without a default, while the code goes on to say the value each time.
    const isStricter = code.otherwise === undefined;
    return (Object.keys(file) as (keyof Column)[])
      .filter((what) => file[what] !== code[what] && !(what === "otherwise" && isStricter))
      .map((what) => `${table}.${name}: ${what} is ${file[what]} in the file, ${code[what]} in the code`);
  });
}

test("no two migrations of a folder have one number: a file that has passed it would not get the second", () => {
  for (const folder of ["company", "provider"]) {
    const numbers = [...Deno.readDirSync(`${ROOT}/migrations/${folder}`)].map(({ name }) => name.split("_")[0]!).sort();
    expect(numbers.filter((number, nth) => number === numbers[nth + 1])).toEqual([]);
  }
});
