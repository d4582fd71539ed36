import { BadCommand } from "./config.ts";
import { log } from "./log.ts";
import { keepPrivate, makeFolder, makePrivately } from "./private_files.ts";
import { named, Tenants } from "./tenants.ts";

/** A data folder that this process alone serves. */
export interface OpenFolder {
  tenants: Tenants;
  close(): void;
}

/** Opens a data folder for serving; a BadCommand names the process that serves it already. */
export function openFolder(folder: string): OpenFolder {
  makePrivately();
  // Before anything is opened: a newer version would change the files under the process that serves them.
  const lock = named(folder, () => lockFolder(folder));
  try {
    const tenants = new Tenants(folder);
    keepPrivate(folder);
    return {
      tenants,
      close() {
        tenants.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * A lock that the system takes back when the process ends, however it ends (flock(2)). Two that serve one folder would
 * both answer every customer.
 */
function lockFolder(folder: string): Deno.FsFile {
  makeFolder(folder);
  const path = `${folder}/serve.lock`;
  const file = Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 });
  if (!tryLock(file, path)) {
    const pid = Deno.readTextFileSync(path).trim();
    file.close();
    throw new BadCommand(
      `${folder} is served already${pid && `, by process ${pid}`}: stop that one first, or choose another with --data`,
    );
  }
  file.truncateSync();
  file.writeSync(new TextEncoder().encode(`${Deno.pid}\n`));
  return file;
}

function tryLock(file: Deno.FsFile, path: string): boolean {
  try {
    return file.tryLockSync(true);
  } catch (error) {
    log.warn(`${path} cannot be locked on this file system: see to it that one process alone serves it`, { error });
    return true;
  }
}
