import { rowsIn } from "../backups/rows.ts";
import { type DbFile, isDiskFull, openDbFile } from "../platform/db.ts";
import { syncFile } from "../platform/with_file.ts";
import { migrate, type Migration } from "../platform/migrate.ts";
import { checkWhole } from "../platform/whole_file.ts";
import { sizeOf } from "../platform/size_of.ts";

/** The tables that the provider's file is. */
const PROVIDERS = ["companies", "logins", "plans", "invoices"];

interface Copying {
  /** The old file, which stays as it is. */
  path: string;
  /** The new one. */
  copy: string;
  kind: "company" | "provider";
  migrations: Migration[];
}

/**
 * Makes a copy of a file, brings it to the newest schema and proves it. Answers the id of its newest message; throws, with a
 * sentence, what is wrong.
 */
export function upgradeCopy(copying: Copying): { newestMessage: number } {
  const { path, copy } = copying;
  try {
    emptyLog(path);
    checkWhole(path);
    Deno.copyFileSync(path, copy);
    const newestMessage = upgrade(copying);
    checkEmpty(copy);
    syncFile(copy);
    return { newestMessage };
  } catch (error) {
    removeCopy(copy);
    throw isDiskFull(error) ? new Error(`There is no room on the disk for a copy of ${path}`) : error;
  }
}

/** Removes a copy that is of no use, with what SQLite keeps beside it. */
export function removeCopy(copy: string): void {
  for (const ending of ["", "-wal", "-shm"]) {
    try {
      Deno.removeSync(`${copy}${ending}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

/** A process that died has left some of the file in its log: a copy of the file alone would lack that. */
export function emptyLog(path: string): void {
  if (sizeOf(`${path}-wal`) === 0) return;
  openDbFile(path).close();
  checkEmpty(path);
}

function checkEmpty(path: string): void {
  if (sizeOf(`${path}-wal`) > 0) throw new Error(`${path}-wal cannot be emptied: somebody else reads the file`);
}

function upgrade({ path, copy, kind, migrations }: Copying): number {
  const file = openDbFile(copy);
  try {
    // If the machine dies the copy is thrown away; it is brought onto the disk as a whole.
    file.exec("PRAGMA synchronous = OFF");
    const before = factsOf(file, kind);
    migrate(file, path, migrations, { isCopied: false });
    prove(file, before, factsOf(file, kind));
    return before.newestMessage;
  } finally {
    file.close();
  }
}

function factsOf(file: DbFile, kind: Copying["kind"]) {
  const { rows, newestMessage } = rowsIn(file, kind === "provider" ? PROVIDERS : undefined);
  return { rows, newestMessage, strays: Number(file.one("SELECT count(*) AS n FROM pragma_foreign_key_check")!.n) };
}

type Facts = ReturnType<typeof factsOf>;

function prove(file: DbFile, before: Facts, after: Facts): void {
  const integrity = String(file.one("PRAGMA integrity_check")!.integrity_check);
  if (integrity !== "ok") throw new Error(`the upgraded copy is damaged: ${integrity}`);
  for (const [table, count] of Object.entries(before.rows)) {
    if ((after.rows[table] ?? 0) < count) {
      throw new Error(`the upgraded copy has ${after.rows[table] ?? 0} rows of ${table}, the old file ${count}`);
    }
  }
  if (after.newestMessage !== before.newestMessage) throw new Error("the upgraded copy lacks the newest message");
  if (after.strays > before.strays) {
    throw new Error(`the upgraded copy has ${after.strays} rows that refer to nothing, the old file ${before.strays}`);
  }
}
