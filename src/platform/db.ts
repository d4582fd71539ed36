import Database from "libsql";
import { BetterSQLiteSession } from "drizzle-orm/better-sqlite3/session";
import { BaseSQLiteDatabase, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { SLOW } from "./slow_statements.ts";
import { Wal } from "./wal.ts";

/** A libSQL file, called synchronously (stack.md §2). */
export interface DbFile {
  db: Db;
  exec(sql: string): void;
  /** One raw query, for pragmas and migrations. */
  one(sql: string): Record<string, unknown> | undefined;
  /** What was written and is not in the file itself yet. */
  wal: Wal;
  /** Writes a copy of it, made anew from the first page on: nothing is left in that of what was deleted. */
  copyInto(path: string): void;
  close(): void;
}

export type Db = BaseSQLiteDatabase<
  "sync",
  { changes: number; lastInsertRowid: number | bigint },
  Record<string, never>
>;

interface OpenAs {
  /** Reads only: it never checkpoints either (backups.md, "The WAL-reset fault"). */
  readonly?: boolean;
  /** Every commit is on the disk when it returns (behaviour.md, Backups, restoring); else `wal.settled` says when. */
  isDurable?: boolean;
  /** A copy that is thrown away when anything goes wrong: it has no log, much memory, and is not on the disk when it is closed. */
  isCopy?: boolean;
  /** Hears of a file that turns out to be damaged while it is used, in the very call that met the damage. */
  onDamage?: (error: unknown) => void;
  /** Hears of a statement that took longer than `SLOW`, and how long (ms). */
  onSlow?: (sql: string, ms: number) => void;
}

export function openDbFile(
  path: string,
  { readonly = false, isDurable = false, isCopy = false, onDamage = () => {}, onSlow = () => {} }: OpenAs = {},
): DbFile {
  const file = new Database(path);
  function watched<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) onDamage(error);
      throw error;
    }
  }
  function timed<T>(sql: string, work: () => T): T {
    const began = performance.now();
    try {
      return watched(work);
    } finally {
      const ms = performance.now() - began;
      if (ms >= SLOW) onSlow(sql, ms);
    }
  }
  file.exec("PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -4000;");
  file.exec("PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;");
  // What is deleted is zeroed in the pages that are written anyway: the rest is written over where somebody asked for it.
  file.exec("PRAGMA secure_delete = FAST;");
  if (readonly) file.exec("PRAGMA query_only = ON;");
  else if (isCopy) file.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;");
  else file.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isDurable ? "FULL" : "NORMAL"};`);
  const dialect = new SQLiteSyncDialect({ casing: "snake_case" });
  const session = new BetterSQLiteSession(dressed(file, timed) as never, dialect, undefined);
  const one = (sql: string) => watched(() => file.prepare(sql).all([])[0]) as Record<string, unknown> | undefined;
  const wal = new Wal(path, () => one("PRAGMA wal_checkpoint(TRUNCATE)")?.busy === 0, (error) => onDamage(error));
  return {
    db: new BaseSQLiteDatabase("sync", dialect, session as never, undefined) as unknown as Db,
    exec: (sql) => watched(() => void file.exec(sql)),
    one,
    wal,
    copyInto: (to) => watched(() => void file.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`)),
    close: () => {
      try {
        if (!readonly) wal.checkpoint();
      } finally {
        wal.close();
        file.close();
      }
    },
  };
}

const MOST_STATEMENTS = 300;

interface Statement {
  run(bound: unknown[]): { changes: number; lastInsertRowid: number };
  all(bound: unknown[]): unknown[];
  get(bound: unknown[]): unknown;
  raw(on: boolean): Statement;
}

/** The file in the shape drizzle's synchronous session expects, with a cache of statements and values made safe. */
function dressed(file: Database.Database, timed: <T>(sql: string, work: () => T) => T) {
  const statements = new Map<string, ReturnType<typeof prepared>>();
  function prepared(sql: string) {
    const fresh = () => file.prepare(sql) as unknown as Statement;
    let runs: Statement | undefined;
    const rows = asked(sql, () => fresh().raw(true));
    return {
      run: (...values: unknown[]) => timed(sql, () => (runs ??= fresh()).run(values.map(bindable))),
      ...asked(sql, fresh),
      raw: () => rows,
    };
  }
  function asked(sql: string, fresh: () => Statement) {
    let all: Statement | undefined, first: Statement | undefined;
    return {
      all: (...values: unknown[]) => timed(sql, () => (all ??= fresh()).all(values.map(bindable))),
      // A statement of its own, made anew after an error: libsql resets it after a `get` and not before. After any other use
      // it would answer for the values of that one, and after an error with the same error.
      get: (...values: unknown[]) => {
        try {
          return timed(sql, () => (first ??= fresh()).get(values.map(bindable)));
        } catch (error) {
          first = undefined;
          throw error;
        }
      },
    };
  }
  return {
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known) return known;
      if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value!);
      const made = prepared(sql);
      statements.set(sql, made);
      return made;
    },
  };
}

/**
 * A value that libsql takes without harm: it binds every number as REAL, cuts a text at its first NUL, and a boolean or
 * a Date ends the whole process, uncatchably.
 */
export function bindable(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return value.includes("\0") ? value.replaceAll("\0", "") : value;
    case "bigint":
      return value;
    case "number":
      if (Number.isSafeInteger(value)) return BigInt(value);
      if (Number.isFinite(value)) return value;
      throw new TypeError("A number that is not finite cannot be stored");
    case "boolean":
      return value ? 1n : 0n;
    default:
      if (value === null) return null;
      if (value instanceof Date) return BigInt(value.getTime());
      if (value instanceof Uint8Array) return value;
      throw new TypeError(`A value of type ${typeof value} cannot be stored`);
  }
}

/** True when the file cannot be trusted any more, or not be read: sqlite.org/rescode.html, CORRUPT, NOTADB and IOERR. */
export function isDamage(error: unknown): boolean {
  if (isDiskFull(error)) return false;
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(String(at.code))) return true;
    if (/database disk image is malformed|file is not a database|disk I\/O error/i.test(at.message)) return true;
  }
  return false;
}

/** True when the disk, or the quota, has no room left: for a page, or for the log's index (SQLITE_IOERR_SHMSIZE). */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC)$/.test(String(at.code))) return true;
    if (/database or disk is full|No space left on device/i.test(at.message)) return true;
  }
  return false;
}

/** The unique index that a write ran against, if that is why it failed: `table.column` of the index's first column. */
export function brokenUnique(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const found = /UNIQUE constraint failed: ([\w.]+)/.exec(at.message);
    if (found) return found[1];
  }
}
