import { FolderHeld, type FolderLock, lockFolder } from "./folder_lock.ts";
import { log } from "./log.ts";
import { isThere } from "./is_there.ts";
import { BadFile } from "./migrate.ts";
import { keepPrivate, makePrivately } from "./private_files.ts";
import { named } from "./open_pair.ts";
import { Tenants } from "./tenants.ts";
import { refuseUnfinished } from "./unfinished.ts";

/** A data folder that this process alone has. */
export interface OpenFolder {
  tenants: Tenants;
  lock: Omit<FolderLock, "release">;
  close(): void;
  /** The same without emptying the files' logs, which a backup has not taken (`Tenants.leave`). */
  leave(): void;
}

/**
 * What is to be done with a folder that this process alone has, before any file in it is opened. It answers which companies
 * stay closed, and why.
 */
export type Prepare = (folder: string) => Promise<ReadonlyMap<number, string>>;

/** Opens a data folder for serving it, or for one command; FolderHeld names the process that has it already. */
export function openFolder(folder: string, command = "serve"): OpenFolder {
  const lock = take(folder, command);
  try {
    return opened(folder, command, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The same, once something was done with it. */
export async function openPrepared(folder: string, prepare: Prepare, command = "serve"): Promise<OpenFolder> {
  const lock = take(folder, command);
  try {
    const closed = await prepare(folder), open = opened(folder, command, lock);
    for (const [id, why] of closed) open.tenants.keepClosed(id, why);
    return open;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function take(folder: string, command: string): FolderLock {
  makePrivately();
  // Before anything is opened: a newer version would change the files under the process that serves them.
  const lock = named(folder, () => lockFolder(folder, command));
  try {
    refuseUnfinished(folder);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * A folder that has lost what belongs to all companies is not begun anew: a new key cannot read what was sealed with the old
 * one, and the numbers of a new provider's file would be those of companies that are there.
 */
function refuseHalf(folder: string): void {
  const has = (name: string) => isThere(`${folder}/${name}`), hasProvider = has("provider.db");
  if (hasProvider && has("server.key")) return;
  const companies = [...Deno.readDirSync(folder)].filter(({ name }) => /^\d+$/.test(name) && has(`${name}/company.db`));
  if (!hasProvider && companies.length > 0) {
    throw new BadFile(
      `${folder}/provider.db is missing, and there are ${companies.length} companies: bring it back from a backup ` +
        "(balcao recover into another folder has it)",
    );
  }
  if (hasProvider) {
    throw new BadFile(
      `${folder}/server.key is missing: bring it back from a backup (balcao recover into another folder has it); ` +
        "a new one could not read what was sealed with it",
    );
  }
}

function opened(folder: string, command: string, lock: FolderLock): OpenFolder {
  named(folder, () => refuseHalf(folder));
  const tenants = new Tenants(folder);
  if (command === "serve") keepPrivate(folder);
  return {
    tenants,
    lock,
    close() {
      tenants.close();
      lock.release();
    },
    leave() {
      tenants.leave();
      lock.release();
    },
  };
}

/** So long (ms) a server that starts waits for a command that has the folder. */
const PATIENCE = 30_000;

/** Opens a data folder for serving it. A command is let finish, and named; a server is not waited for. */
export async function openToServe(folder: string, prepare: Prepare = async () => new Map()): Promise<OpenFolder> {
  const until = Date.now() + PATIENCE;
  for (let isSaid = false;; isSaid = true) {
    try {
      return await openPrepared(folder, prepare);
    } catch (error) {
      if (!(error instanceof FolderHeld && error.isByCommand) || Date.now() > until) throw error;
      if (!isSaid) log.info(error.message);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
