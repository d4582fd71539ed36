import { MAIN_TABLES } from "../backups/rows.ts";
import { sql } from "drizzle-orm";
import { type DbFile, openDbFile } from "../platform/db.ts";
import { migrate, type Migration, migrationsIn } from "../platform/migrate.ts";
import { anonymise } from "./anonymise.ts";
import { isOurs } from "./schema_of.ts";
import { calm, strip } from "./strip.ts";

/** What is done with a copy of a company's file, in a process of its own: it may take minutes, and nobody else waits. */
export type Work =
  | { does: "pack"; into: string; isAnonymised: boolean }
  | { does: "receive"; migrations: string }
  /** Only says what is wrong with it. */
  | { does: "look"; migrations: string }
  /** To the newest schema, once it was looked through. */
  | { does: "bring up"; migrations: string };

export type WorkDone =
  /** Why it was not done, in words for the person who asked. */
  | { fault: string }
  | {
    schema: number;
    /** How many rows its main tables have. */
    rows: Record<string, number>;
    users: { id: number; email: string }[];
    connections: number;
    /** API tokens that were good. */
    apiTokens: number;
  };

export function workAloud(path: string, asked: string): void {
  console.log(JSON.stringify(workOn(path, JSON.parse(asked) as Work)));
}

function workOn(path: string, work: Work): WorkDone {
  if (work.does === "look") return look(path, work.migrations);
  if (work.does === "bring up") return withFile(path, (file) => bringUp(file, path, work.migrations));
  const damage = lookThrough(path);
  if (damage) return { fault: damage };
  return withFile(path, (file) => work.does === "pack" ? pack(file, work) : receive(file, path, work.migrations));
}

function lookThrough(path: string): string | undefined {
  try {
    return withFile(path, damageOf);
  } catch {
    return "its file is no database";
  }
}

/** Not a byte of it changes. */
function look(path: string, folder: string): WorkDone {
  try {
    return withFile(path, (file) => {
      const fault = damageOf(file) ?? foreignIn(file, migrationsIn(folder));
      return fault ? { fault } : done(file, 0);
    }, { readonly: true });
  } catch {
    return { fault: "its file is no database" };
  }
}

function bringUp(file: DbFile, path: string, folder: string): WorkDone {
  migrate(file, path, migrationsIn(folder), { isCopied: false });
  return done(file, 0);
}

function withFile<T>(path: string, work: (file: DbFile) => T, how: { readonly?: true } = {}): T {
  const file = openDbFile(path, how.readonly ? how : { isCopy: true });
  try {
    return work(file);
  } finally {
    file.close();
  }
}

function pack(file: DbFile, { into, isAnonymised }: Extract<Work, { does: "pack" }>): WorkDone {
  strip(file);
  if (isAnonymised) anonymise(file);
  // Anew from the first page on: nothing is left of what was taken out.
  file.copyInto(into);
  return done(file, 0);
}

/** What comes from elsewhere is looked at before anything of it is run, and then brought to this version's schema. */
function receive(file: DbFile, path: string, folder: string): WorkDone {
  const migrations = migrationsIn(folder), fault = foreignIn(file, migrations);
  if (fault) return { fault };
  const had = schemaIn(file);
  const apiTokens = had < API_TOKENS_SINCE ? 0 : count(file, "api_tokens where revoked_at is null");
  migrate(file, path, migrations, { isCopied: false });
  strip(file);
  calm(file);
  const strays = file.db.all(sql.raw("PRAGMA foreign_key_check")).length;
  return strays > 0 ? { fault: `${strays} rows of its file belong to nothing` } : done(file, apiTokens);
}

/** Why a file is not a company's of this version or an earlier one. */
function foreignIn(file: DbFile, migrations: Migration[]): string | undefined {
  const newest = migrations.at(-1)!.number, had = schemaIn(file);
  if (had > newest) return `its file has schema ${had}, this Balcão knows ${newest}`;
  const isKnown = isOurs(file, migrations.filter(({ number }) => number <= had));
  return isKnown ? undefined : "its file has not the tables of a company of Balcão";
}

function schemaIn(file: DbFile): number {
  return Number(file.one("PRAGMA user_version")!.user_version);
}

/** The step that brought them (migrations/company). */
const API_TOKENS_SINCE = 36;

function damageOf(file: DbFile): string | undefined {
  try {
    const said = String(file.one("PRAGMA integrity_check")!.integrity_check);
    return said === "ok" ? undefined : `its file is damaged (${said.slice(0, 200)})`;
  } catch (error) {
    return `its file is damaged (${(error as Error).message})`;
  }
}

function done(file: DbFile, apiTokens: number): WorkDone {
  return {
    schema: Number(file.one("PRAGMA user_version")!.user_version),
    rows: Object.fromEntries(MAIN_TABLES.map((table) => [table, count(file, table)])),
    users: file.db.all(sql.raw("select id, email from users order by id")),
    connections: count(file, "connections"),
    apiTokens,
  };
}

function count(file: DbFile, rows: string): number {
  return Number(file.one(`select count(*) as count from ${rows}`)!.count);
}

if (import.meta.main) workAloud(Deno.args[0]!, Deno.args[1]!);
