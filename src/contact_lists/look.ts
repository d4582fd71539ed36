import type { SheetLook } from "../contract/contact_lists.ts";
import { refuse } from "../contract/errors.ts";
import type { Company } from "../platform/company.ts";
import { readApart } from "./read_apart.ts";
import { BadSheet } from "./sheet_fault.ts";

/** What each company is looking at: one sheet after the other, since each may need much memory. */
const looking = new Map<Company, Promise<unknown>>();
const aborts = new Set<AbortController>();

/** What columns the sheet at `path` has, so that a person can choose. Refuses what cannot be read. */
export async function lookAt(company: Company, path: string): Promise<SheetLook> {
  const before = looking.get(company), abort = new AbortController();
  aborts.add(abort);
  const look = Promise.resolve(before).catch(() => {}).then(() => read(path, abort.signal));
  looking.set(company, look);
  try {
    return await look;
  } catch (error) {
    throw error instanceof BadSheet ? refuse(error.code) : error;
  } finally {
    aborts.delete(abort);
    if (looking.get(company) === look) looking.delete(company);
  }
}

async function read(path: string, signal: AbortSignal): Promise<SheetLook> {
  if (signal.aborted) throw new BadSheet("ERR_IMPORT_INTERRUPTED");
  for await (const said of readApart(path, { look: true }, { signal })) {
    if ("failure" in said) throw new BadSheet(said.failure);
    if ("look" in said) return said.look;
  }
  throw new BadSheet("ERR_SHEET_UNREADABLE");
}

/** Ends what is being looked at, and waits until it has ended. */
export async function stopLooking(): Promise<void> {
  for (const abort of aborts) abort.abort();
  await Promise.allSettled(looking.values());
}
