import { BadObject } from "../backups/envelope.ts";
import { namesAt, OtherSize, restoreMedia } from "../backups/restore.ts";
import { NotKept } from "../backups/targets/target.ts";
import { type KnownTarget, knownTargets } from "../backups/targets/targets.ts";
import { type FileOf, lostFiles } from "../messages/lost_files.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { isPut } from "./make_ready.ts";
import { asides } from "./places.ts";

/** What is wrong with a file at a place that names it. */
export interface FaultyCopy {
  place: string;
  /** `gone`: the place lists it, and has it no more. `other size`: it was taken when it was altered already. */
  is: "damaged" | "gone" | "other size";
}

/** A file that no place that was asked has as it was stored, and the places that have something of it. */
export interface LostFile extends FileOf {
  faulty: FaultyCopy[];
}

/** What came of looking for files of messages that are not there, or not as they were stored. */
export interface Sought {
  /** How many files messages have. */
  of: number;
  /** Put back where they belong. */
  brought: FileOf[];
  /** Whole in no place that was asked. One that was altered stays where it is. */
  lost: LostFile[];
  /** Why there may be some all the same, by the place that could not be asked. */
  unasked: { place: string; why: string }[];
}

/**
 * Looks for files that a company's messages have and that are gone from its folder, or altered there: in states that were set
 * aside, and at every place for backups, which nothing but these files is taken from.
 * @param key What the backups are encrypted with; without, no place is asked.
 */
export async function findFiles(tenants: Tenants, company: Company, key: Uint8Array | undefined): Promise<Sought> {
  const media = `${company.folder}/media`, { of, lost } = await lostFiles(company.read, media);
  const sought = new Map(lost.map((each) => [each.file, { ...each, faulty: [] as FaultyCopy[] }]));
  const unasked: Sought["unasked"] = [];
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
    lost: lost.flatMap(({ file }) => sought.get(file) ?? []),
    unasked,
  };
}

interface Seeking {
  media: string;
  /** By the names of the files; those that were found are taken out of it. */
  sought: Map<string, LostFile>;
}

async function fromAsides({ folder }: Tenants, companyId: number, { media, sought }: Seeking): Promise<void> {
  for (const { path } of asides(folder).filter((each) => each.companyId === companyId)) {
    for (const [name, { size }] of sought) {
      if (await isPut(`${path}/media/${name}`, `${media}/${name}`, size)) sought.delete(name);
    }
  }
}

async function fromPlace(
  { target, place }: KnownTarget,
  key: Uint8Array,
  companyId: number,
  { media, sought }: Seeking,
): Promise<void> {
  const names = await namesAt(target, key, companyId, Infinity);
  for (const [name, { size, faulty }] of sought) {
    const hash = names.get(name);
    if (hash === undefined) continue;
    try {
      await restoreMedia(target, key, { companyId, hash, size }, `${media}/${name}`);
      sought.delete(name);
    } catch (error) {
      // One file that is gone keeps back no other.
      if (!(error instanceof NotKept || error instanceof BadObject)) throw error;
      faulty.push({ place, is: faultOf(error) });
    }
  }
}

function faultOf(error: NotKept | BadObject): FaultyCopy["is"] {
  if (error instanceof NotKept) return "gone";
  return error instanceof OtherSize ? "other size" : "damaged";
}
