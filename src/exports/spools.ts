import { ignoreMissing } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { BadExport } from "./bad_export.ts";

/** How a note in the data folder is called that says where an export is written: whoever was killed does not clear up. */
const NOTE = /^exporting-[0-9a-f-]{36}$/;
/** Those that this process writes into. */
const living = new Set<string>();

interface Spool {
  /** An empty folder. */
  work: string;
  letGo(): Promise<void>;
}

/**
 * Where an export lies until it gets its name: a folder beside the file. What an earlier try has left there goes. A BadExport
 * where somebody else is writing the same file, or there is something else in the way.
 */
export async function openSpool({ folder: data }: Tenants, path: string): Promise<Spool> {
  const spool = `${path}.part`, note = `${data}/exporting-${crypto.randomUUID()}`;
  if (living.has(spool)) throw new BadExport(`${path} is being written just now: wait until that is done`);
  living.add(spool);
  const letGo = async () => {
    living.delete(spool);
    await clear(spool);
    await Deno.remove(note).catch(ignoreMissing);
  };
  try {
    await clear(spool);
    await Deno.writeTextFile(note, spool, { mode: 0o600 });
    // One that was killed has perhaps left a process that still writes into its own.
    const work = `${spool}/${crypto.randomUUID()}`;
    await Deno.mkdir(work, { recursive: true, mode: 0o700 });
    return { work, letGo };
  } catch (error) {
    living.delete(spool);
    await Deno.remove(note).catch(ignoreMissing);
    // Its folder is there, and no other can be made in it (/proc, say).
    throw error instanceof Deno.errors.NotFound ? new BadExport(`${path} cannot be written there`) : error;
  }
}

/**
 * Deletes what exports have left that were killed, wherever it lies. One process alone has the data folder. What cannot be
 * deleted is said, and is tried again the next time.
 */
export async function forgetExports({ folder: data }: Pick<Tenants, "folder">): Promise<void> {
  for await (const { name, isFile } of Deno.readDir(data)) {
    if (!isFile || !NOTE.test(name)) continue;
    const spool = await Deno.readTextFile(`${data}/${name}`).catch(() => "");
    if (living.has(spool)) continue;
    try {
      // Without its last word where the power was cut.
      if (spool.startsWith("/") && spool.endsWith(".part")) await clear(spool);
      await Deno.remove(`${data}/${name}`).catch(ignoreMissing);
    } catch (error) {
      log.warn("What an export has left that was killed could not be deleted", { error });
    }
  }
}

/** What an earlier try has left; nothing else is ever removed. */
async function clear(spool: string): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(spool)) {
      if (/^[0-9a-f-]{36}$/.test(name)) await Deno.remove(`${spool}/${name}`, { recursive: true });
    }
    await Deno.remove(spool);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw new BadExport(`${spool} is in the way: remove it (${(error as Error).message})`);
  }
}
