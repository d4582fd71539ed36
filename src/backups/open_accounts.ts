import { type DbFile, openDbFile } from "../platform/db.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { migrate, migrationsOf } from "../platform/migrate.ts";

/** The file of a backup's accounts; one that cannot be read is begun anew: everything is taken once more. */
export function openAccounts(path: string): DbFile {
  try {
    return open(path);
  } catch (error) {
    log.warn("The backup's own accounts cannot be read, and are begun anew", { error });
    for (const ending of ["", "-wal", "-shm"]) remove(`${path}${ending}`);
    return open(path);
  }
}

function open(path: string): DbFile {
  const file = openDbFile(path);
  try {
    migrate(file, path, migrationsOf("ledger"));
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    ignoreMissing(error);
  }
}
