import { checkApart } from "../backups/check_apart.ts";
import { BadObject } from "../backups/envelope.ts";
import { namesAt, type Plan, restoreFile, restoreMedia } from "../backups/restore.ts";
import { lostIn, type Parts } from "../backups/to_folder.ts";
import { NotKept, type Target } from "../backups/targets/target.ts";
import { isWhole } from "../messages/lost_files.ts";
import { BadCommand } from "../platform/config.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { isPart, newPartPath } from "../platform/media.ts";
import { asides, readyPlace } from "./places.ts";

export interface MakingReady {
  dataFolder: string;
  target: Target;
  /** What its objects are encrypted with. */
  key: Uint8Array;
  plan: Plan;
}

/** A company's state of an earlier time, checked, beside the one that it has now. */
export interface Ready {
  /** Milliseconds: what was committed by then is in it. */
  newest: number;
  messages: number;
  /** Names of files that messages have, and neither the company, the backup nor a state set aside. */
  missing: string[];
  gap: string | undefined;
  /** Tells what lies there from what somebody makes ready later. */
  stamp: string;
}

const STAMP = "stamp";

/** Of what is ready now; empty where nothing is. */
export function stampOf(dataFolder: string, companyId: number): string {
  try {
    return Deno.readTextFileSync(`${readyPlace(dataFolder, companyId)}/${STAMP}`);
  } catch (error) {
    ignoreMissing(error);
    return "";
  }
}

/** Brings a company's state of a moment into the data folder, ready to take the place of the one that it has. */
export async function makeReady({ dataFolder, target, key, plan }: MakingReady): Promise<Ready> {
  const { companyId } = plan, folder = readyPlace(dataFolder, companyId);
  await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(`${folder}/new/media`, { recursive: true, mode: 0o700 });
  const file = `${folder}/new/company.db`;
  await restoreFile(target, key, plan, file);
  const { integrity, rows } = await checkApart(file);
  if (integrity !== "ok") throw new BadCommand(`The restored file is damaged: ${integrity}`);
  const missing = await gatherMedia({ dataFolder, target, key, plan }, { file, media: `${folder}/new/media` });
  const stamp = crypto.randomUUID();
  await Deno.writeTextFile(`${folder}/${STAMP}`, stamp);
  return { newest: plan.newest, messages: rows.messages ?? 0, missing, gap: plan.gap, stamp };
}

/** Brings the newest state from the backup, beside it, for what must not go back; for a company that cannot be read now. */
export async function bringNewest({ dataFolder, target, key }: Omit<MakingReady, "plan">, plan: Plan): Promise<string> {
  const path = `${readyPlace(dataFolder, plan.companyId)}/newest.db`;
  await restoreFile(target, key, plan, path);
  return path;
}

/**
 * Files are never written to again once they have their name, so those that the company has are in both states at once
 * (link(2)), without room or time; the others, and those that were written to all the same, come from the backup, or from
 * what was set aside. Answers the names of those that messages of the restored file have, and that are nowhere.
 */
export async function gatherMedia({ dataFolder, target, key, plan }: MakingReady, to: Parts): Promise<string[]> {
  const { companyId } = plan, missing = new Set<string>(), folder = to.media;
  const there = await linkAll(`${dataFolder}/${companyId}/media`, folder);
  const sizes = new Map((await lostIn(to)).map(({ file, size }) => [file, size]));
  for (const [name, hash] of await namesAt(target, key, companyId, plan.newest)) {
    const size = sizes.get(name);
    if (there.has(name) && size === undefined) continue;
    try {
      await restoreMedia(target, key, { companyId, hash, size }, `${folder}/${name}`);
    } catch (error) {
      // One file that is gone keeps back no other.
      if (!(error instanceof NotKept || error instanceof BadObject)) throw error;
      missing.add(name);
    }
  }
  for (const { file } of await lostIn(to)) missing.add(file);
  const states = asides(dataFolder).filter((each) => each.companyId === companyId);
  for (const name of missing) {
    for (const { path } of states) {
      if (!await isPut(`${path}/media/${name}`, `${folder}/${name}`, sizes.get(name) ?? 0)) continue;
      missing.delete(name);
      break;
    }
  }
  return [...missing];
}

/** Has the files of one folder in another, too; answers their names. */
export async function linkAll(from: string, to: string): Promise<Set<string>> {
  const names = new Set<string>();
  try {
    for await (const { name, isFile } of Deno.readDir(from)) {
      if (!isFile || isPart(name)) continue;
      if (await isLinked(`${from}/${name}`, `${to}/${name}`)) names.add(name);
    }
  } catch (error) {
    ignoreMissing(error);
  }
  return names;
}

/** Has a file under another name, too, over what lies there; not one that is not there in that size (bytes; 0 = any). */
export async function isPut(from: string, to: string, size: number): Promise<boolean> {
  if (!await isWhole(from, size)) return false;
  const part = newPartPath(to);
  try {
    if (!await isLinked(from, part)) return false;
    await Deno.rename(part, to);
    return true;
  } finally {
    // Where both names are of one file already, rename(2) does nothing.
    await Deno.remove(part).catch(ignoreMissing);
  }
}

/** Not where somebody has just deleted it: that keeps back no other. */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await Deno.link(from, to);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  return true;
}
