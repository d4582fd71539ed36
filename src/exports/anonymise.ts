import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { isSettingKey, ruleOf } from "../contract/settings.ts";
import { inTransaction } from "../platform/company.ts";
import { brokenUnique, type DbFile } from "../platform/db.ts";
import { AFTERWARDS, type Class, CLASSES, SEARCHES } from "./classes.ts";
import { Disguise } from "./disguise.ts";

/** So many rows are read and written at once. */
const PAGE = 5000;

/** Disguises all that says who somebody is or what was said, in a copy of a company's file. Its folder of media stays behind. */
export function anonymise(file: DbFile): void {
  const disguise = new Disguise(randomBytes(32));
  // What they keep in step is written here, too, or filled anew below.
  const triggers = rows<{ name: string; sql: string }>(
    file,
    "select name, sql from sqlite_schema where type = 'trigger'",
  );
  file.exec("PRAGMA foreign_keys = OFF");
  for (const { name } of triggers) file.exec(`drop trigger ${name}`);
  for (const [table, classes] of Object.entries(CLASSES)) {
    if (classes === "empty") file.exec(`delete from ${table}`);
    else disguiseTable(file, disguise, table, classes);
  }
  for (const step of AFTERWARDS) file.exec(step);
  for (const [search, fill] of Object.entries(SEARCHES)) {
    file.exec(`insert into ${search} (${search}) values ('delete-all')`);
    file.exec(fill);
  }
  for (const { sql } of triggers) file.exec(sql);
  file.exec("PRAGMA foreign_keys = ON");
}

function disguiseTable(file: DbFile, disguise: Disguise, table: string, classes: Partial<Record<Class, string>>): void {
  const changed = Object.entries(classes).filter(([one]) => one !== "keep")
    .flatMap(([one, columns]) => columns.split(" ").map((column) => ({ column, as: one as Class })));
  if (changed.length === 0) return;
  const about = columnsOf(file, table), keys = about.filter(({ isKey }) => isKey).map(({ name }) => name);
  const names = [
    ...new Set([...keys, ...changed.map(({ column }) => column), ...(table === "settings" ? ["key"] : [])]),
  ];
  const isDropped = (column: string) => about.find(({ name }) => name === column)!.isNullable ? null : "";
  const write = (row: Row, suffix: string) => {
    const set = changed.map(({ column, as }) => {
      const value = as === "drop" ? isDropped(column) : changedTo(disguise, as, row, column);
      return sql`${sql.identifier(column)} = ${as === "text" && typeof value === "string" ? value + suffix : value}`;
    });
    const where = keys.map((key) => sql`${sql.identifier(key)} = ${row[key]}`);
    file.db.run(
      sql`update ${sql.identifier(table)} set ${sql.join(set, sql`, `)} where ${sql.join(where, sql` and `)}`,
    );
  };
  // A copy that fails is thrown away: nobody needs all of it in one transaction.
  for (const page of pagesOf(file, table, names, keys)) {
    inTransaction(file, () => page.forEach((row) => writeUnique((suffix) => write(row, suffix))));
  }
}

/** Two short names may become one where there can be only one of each: then they are counted. */
function writeUnique(write: (suffix: string) => void): void {
  for (let nth = 1;; nth++) {
    try {
      return write(nth === 1 ? "" : ` ${nth}`);
    } catch (error) {
      if (!brokenUnique(error) || nth > 1000) throw error;
    }
  }
}

type Row = Record<string, unknown>;

function changedTo(disguise: Disguise, as: Class, row: Row, column: string): unknown {
  const value = row[column];
  if (typeof value !== "string") return null;
  switch (as) {
    case "text":
    case "id":
    case "number":
    case "email":
    case "address":
    case "json":
      return disguise[as](value);
    case "setting":
      return settingAs(disguise, String(row.key), value);
    case "gone":
      return "gone";
    default:
      return value;
  }
}

/** What is chosen from a list or counted says nothing of anybody; secrets are out already. */
function settingAs(disguise: Disguise, key: string, value: string): string {
  const rule = isSettingKey(key) ? ruleOf(key) : undefined;
  // Opening hours are kept beside the settings.
  return !rule || rule.values || rule.pattern ? value : disguise.text(value);
}

/** All rows where a key is disguised: they are read before the first is written, because it decides what the next page is; else page by page. */
function* pagesOf(file: DbFile, table: string, names: string[], keys: string[]): Generator<Row[]> {
  const all = `select ${names.join(", ")} from ${table}`;
  if (keys.length !== 1 || keys[0] !== "id") return yield rows(file, all);
  for (let after = 0;;) {
    const page = rows<Row>(file, `${all} where id > ${after} order by id limit ${PAGE}`);
    if (page.length === 0) return;
    yield page;
    after = Number(page.at(-1)!.id);
  }
}

interface ColumnOf {
  name: string;
  isKey: boolean;
  isNullable: boolean;
}

function columnsOf(file: DbFile, table: string): ColumnOf[] {
  return rows<{ name: string; pk: number; notnull: number }>(file, `PRAGMA table_info(${table})`)
    .map(({ name, pk, notnull }) => ({
      name,
      isKey: Number(pk) > 0,
      isNullable: Number(notnull) === 0 && Number(pk) === 0,
    }));
}

function rows<R extends object>(file: DbFile, text: string): R[] {
  return file.db.all<R>(sql.raw(text));
}
