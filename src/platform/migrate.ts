import { ROOT } from "../root.ts";
import { rollBack } from "./company.ts";
import type { DbFile } from "./db.ts";

export interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** The numbered files of a folder, `0001_what.sql` first. */
export function migrationsIn(folder: string): Migration[] {
  return [...Deno.readDirSync(folder)]
    .map(({ name }) => ({ name, number: Number(/^(\d{4})_.+\.sql$/.exec(name)?.[1]) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number)
    .map(({ name, number }) => ({ name, number, sql: Deno.readTextFileSync(`${folder}/${name}`) }));
}

type Kind = "company" | "provider" | "ledger";

/** The steps of one of the product's kinds of file. */
export function migrationsOf(kind: Kind): Migration[] {
  return migrationsIn(migrationFolder(kind));
}

export function migrationFolder(kind: Kind): string {
  return `${ROOT}/migrations/${kind}`;
}

/** The newest step there is; 0 without any. */
export function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

/** A file that this version cannot serve, and what to do about it. */
export class BadFile extends Error {}

/**
 * Brings a file to the newest schema, each step in a transaction of its own, and returns the version it had.
 * Before the first step a copy is made beside it, `company.before-7.db`, for the day an upgrade goes wrong; not where the
 * file is a copy itself.
 */
export function migrate(
  file: DbFile,
  path: string,
  migrations: Migration[],
  { isCopied = true }: { isCopied?: boolean } = {},
): number {
  const had = Number(file.one("PRAGMA user_version")?.user_version ?? 0);
  const newest = newestOf(migrations);
  if (had > newest) {
    throw new BadFile(
      `${path} has schema ${had}, this program knows ${newest}: start a newer Balcão, or restore a backup`,
    );
  }
  const due = migrations.filter(({ number }) => number > had);
  if (due.length === 0) return had;
  if (had > 0 && isCopied) copyBefore(file, path, due[0]!.number);
  for (const { number, name, sql } of due) {
    file.exec("BEGIN IMMEDIATE");
    try {
      file.exec(sql);
      file.exec(`PRAGMA user_version = ${number}`);
      file.exec("COMMIT");
      file.wal.noteCommit();
    } catch (error) {
      rollBack(file.exec);
      throw new BadFile(
        `${path} could not be brought from schema ${number - 1} to ${name}: ${(error as Error).message}`,
      );
    }
  }
  return had;
}

function copyBefore(file: DbFile, path: string, number: number): void {
  const copy = path.replace(/\.db$/, `.before-${number}.db`);
  try {
    Deno.removeSync(copy);
  } catch { /* there was none */ }
  file.copyInto(copy);
}
