import { BadObject } from "../backups/envelope.ts";
import { namesAt, restoreMedia } from "../backups/restore.ts";
import { NotKept } from "../backups/targets/target.ts";
import { type KnownTarget, knownTargets } from "../backups/targets/targets.ts";
import { type FileOf, lostFiles } from "../messages/lost_files.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { isLinked } from "./make_ready.ts";
import { asides } from "./places.ts";

/** What came of looking for files of messages that are not there. */
export interface Sought {
  /** How many files messages have. */
  of: number;
  /** Put back where they belong. */
  brought: FileOf[];
  /** In no place that was asked. */
  lost: FileOf[];
  /** Why there may be some all the same, by the place that could not be asked. */
  unasked: { place: string; why: string }[];
}

/**
 * Looks for files that a company's messages have and that are gone from its folder: in states that were set aside, and at every
 * place for backups, which nothing but these files is taken from.
 * @param key What the backups are encrypted with; without, no place is asked.
 */
export async function findFiles(tenants: Tenants, company: Company, key: Uint8Array | undefined): Promise<Sought> {
  const media = `${company.folder}/media`, { of, lost } = await lostFiles(company.read, media);
  const sought = new Set(lost.map(({ file }) => file)), unasked: Sought["unasked"] = [];
  if (sought.size > 0) await Deno.mkdir(media, { recursive: true, mode: 0o700 });
  await fromAsides(tenants, company.id, { media, sought });
  for (const known of key && sought.size > 0 ? knownTargets(tenants) : []) {
    try {
      await fromPlace(known, key!, company.id, { media, sought });
    } catch (error) {
      unasked.push({ place: known.place, why: (error as Error).message });
    }
  }
  return {
    of,
    brought: lost.filter(({ file }) => !sought.has(file)),
    lost: lost.filter(({ file }) => sought.has(file)),
    unasked,
  };
}

interface Seeking {
  media: string;
  /** Names of files; those that were found are taken out of it. */
  sought: Set<string>;
}

async function fromAsides({ folder }: Tenants, companyId: number, { media, sought }: Seeking): Promise<void> {
  for (const { path } of asides(folder).filter((each) => each.companyId === companyId)) {
    for (const name of sought) {
      if (await isLinked(`${path}/media/${name}`, `${media}/${name}`)) sought.delete(name);
    }
  }
}

async function fromPlace(
  { target }: KnownTarget,
  key: Uint8Array,
  companyId: number,
  { media, sought }: Seeking,
): Promise<void> {
  const names = await namesAt(target, key, companyId, Infinity);
  for (const name of sought) {
    const hash = names.get(name);
    if (hash === undefined) continue;
    try {
      await restoreMedia(target, key, { companyId, hash }, `${media}/${name}`);
      sought.delete(name);
    } catch (error) {
      // One file that is gone keeps back no other.
      if (!(error instanceof NotKept || error instanceof BadObject)) throw error;
    }
  }
}
