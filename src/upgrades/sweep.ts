import { dirname } from "node:path";
import { withFile } from "../platform/with_file.ts";
import { log } from "../platform/log.ts";
import { fileOf, PROVIDER } from "./schemas.ts";

/** What the processes hold that make copies in a data folder: one that was left over must not meet another at a file. */
export const LOCK = "upgrade.lock";
const PATIENCE = 120_000, LOOKED_EVERY = 100;

/** To be held by a process that makes copies, as long as it lives. */
export function holdAsCopier(folder: string): void {
  Deno.openSync(`${folder}/${LOCK}`, { write: true, create: true, mode: 0o600 }).lockSync(false);
}

/** Waits until the copiers of a server that was killed have noticed it. */
export async function waitForCopiers(folder: string): Promise<void> {
  await withFile(`${folder}/${LOCK}`, { write: true, create: true, mode: 0o600 }, async (file) => {
    const until = Date.now() + PATIENCE;
    while (!file.tryLockSync(true)) {
      if (Date.now() > until) throw new Error(`${folder}/${LOCK} is held by an upgrade that goes on: wait, or end it`);
      await new Promise((resolve) => setTimeout(resolve, LOOKED_EVERY));
    }
  });
}

/** A copy's own name, which no other upgrade gives. */
export function copyOf(folder: string, id: number, mark: string): string {
  return `${fileOf(folder, id)}.upgrading-${mark}`;
}

/** Removes the copies that were never finished. */
export function sweepCopies(folder: string, ids: readonly number[]): void {
  for (const id of [PROVIDER, ...ids]) {
    const path = fileOf(folder, id), parent = dirname(path);
    const begins = `${path.slice(parent.length + 1)}.upgrading-`;
    // What SQLite keeps beside them, too.
    for (const { name } of Deno.readDirSync(parent)) if (name.startsWith(begins)) remove(`${parent}/${name}`);
  }
}

function remove(copy: string): void {
  try {
    Deno.removeSync(copy);
  } catch (error) {
    log.warn(`${copy} could not be removed`, { error });
  }
}
