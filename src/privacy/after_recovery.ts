import * as z from "zod/mini";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { syncFolder, toDisk } from "../platform/wal.ts";
import { eraseAgain } from "./erase_again.ts";

/** In a data folder that was made from a backup: of which moment (ms) each company's file is. */
const Recovered = z.array(z.object({ companyId: z.int(), newest: z.number() }));
type Recovered = z.infer<typeof Recovered>;

/**
 * Notes that files of a folder are of an earlier time, from a backup or from before an upgrade: the provider's file may know of
 * erasures that they do not. What was noted before and not done yet stays. Answers where it is noted.
 */
export async function noteRecovery(data: string, done: Recovered): Promise<string> {
  const before = await read(placeIn(data)) ?? [], places = new Map(before.map((one) => [one.companyId, one.newest]));
  for (const { companyId, newest } of done) {
    places.set(companyId, Math.min(newest, places.get(companyId) ?? Infinity));
  }
  return await write(data, [...places].map(([companyId, newest]) => ({ companyId, newest })));
}

async function write(data: string, places: Recovered): Promise<string> {
  const path = placeIn(data), made = `${path}.new`;
  await Deno.writeTextFile(made, JSON.stringify(places), { mode: 0o600 });
  await toDisk(made);
  // Half of it would keep a server from its start.
  await Deno.rename(made, path);
  syncFolder(data);
  return path;
}

/** Before anybody is served from such a folder: whoever was erased after a company's file was copied is erased again. */
export async function eraseAfterRecovery(tenants: Tenants, now: number): Promise<void> {
  const path = placeIn(tenants.folder), recovered = await read(path);
  if (!recovered) return;
  const ids = new Set(tenants.ids()), left: Recovered = [];
  for (const { companyId, newest } of recovered) {
    if (!ids.has(companyId)) continue;
    try {
      const count = await eraseAgain(tenants, tenants.company(companyId), { now, since: newest });
      if (count > 0) log.info(`Erased again after the recovery: ${count}`, { company: companyId });
    } catch (error) {
      // One whose file cannot be opened keeps back no other, and is looked at again with the next start.
      log.warn("Who was erased could not be erased again after the recovery", { company: companyId, error });
      left.push({ companyId, newest });
      if (!tenants.quarantine.has(companyId)) {
        tenants.quarantine.set(
          companyId,
          "Who was erased could not be erased again: see the log, and start balcao serve anew",
        );
      }
    }
  }
  if (left.length > 0) await write(tenants.folder, left);
  else await Deno.remove(path);
}

async function read(path: string): Promise<Recovered | undefined> {
  try {
    return Recovered.parse(JSON.parse(await Deno.readTextFile(path)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function placeIn(data: string): string {
  return `${data}/recovered.json`;
}
