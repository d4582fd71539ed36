import { dirname } from "node:path";
import * as z from "zod/mini";
import { milliseconds } from "date-fns/milliseconds";
import { syncFile } from "../platform/with_file.ts";
import { isThere } from "../platform/is_there.ts";
import { syncFolder } from "../platform/wal.ts";
import { writeWhole } from "../platform/write_whole.ts";
import { fileOf, knownSchemas } from "./schemas.ts";
import { sizeOf } from "../platform/size_of.ts";

/** Where the files from before an upgrade lie, in the data folder. */
export const ROLLBACK = "rollback";
/** Where the copies lie on which an upgrade is rehearsed. */
export const REHEARSAL = "rehearsal";
/** So long (ms) they can be brought back. */
export const KEPT_FOR = milliseconds({ days: 1 });
/** A copy that is tried is written to all the time; one that was not for so long (ms) is left of a command that was killed. */
const TRIED_WITHIN = milliseconds({ hours: 1 });

const Schemas = z.object({ company: z.int(), provider: z.int() });

/** What is kept from before an upgrade. */
const Kept = z.object({
  /** What it brought. */
  schemas: Schemas,
  /** When the last file was upgraded (ms). */
  at: z.int(),
  /** By the company's number, the id of the newest message that the old file has. */
  newestMessages: z.record(z.string(), z.int()),
});
export type Kept = z.infer<typeof Kept>;

const aboutPath = (folder: string) => `${folder}/${ROLLBACK}/about.json`;

/** The upgrade whose old files are kept; nothing where there are none. */
export function keptOf(folder: string): Kept | undefined {
  try {
    return Kept.safeParse(JSON.parse(Deno.readTextFileSync(aboutPath(folder)))).data;
  } catch {
    return undefined;
  }
}

export function keptFile(folder: string, id: number): string {
  return `${folder}/${ROLLBACK}/${id === 0 ? "provider" : id}.db`;
}

/** Makes room for the old files of an upgrade; those of an earlier one go. The same one going on adds to its own. */
export function beginKeeping(folder: string, newestMessages: Kept["newestMessages"], now: number): void {
  const schemas = knownSchemas(), had = keptOf(folder);
  const isSame = had?.schemas.company === schemas.company && had.schemas.provider === schemas.provider;
  if (!isSame) forgetKept(folder);
  Deno.mkdirSync(`${folder}/${ROLLBACK}`, { recursive: true, mode: 0o700 });
  const kept: Kept = { schemas, at: now, newestMessages: { ...(isSame ? had.newestMessages : {}), ...newestMessages } };
  writeWhole(aboutPath(folder), new TextEncoder().encode(JSON.stringify(kept)));
  syncFolder(folder);
}

/** The upgraded copy takes the file's place, which is kept. Wherever this ends, one of the two is the company's file. */
export function swap(folder: string, id: number, copy: string): void {
  const path = fileOf(folder, id), kept = keptFile(folder, id);
  // An upgrade that was interrupted has kept it already.
  if (!isSame(path, kept)) keep(path, kept);
  syncFolder(`${folder}/${ROLLBACK}`);
  // Empty, and another file's from now on.
  if (sizeOf(`${path}-wal`) > 0) throw new Error(`${path} was written to meanwhile`);
  for (const ending of ["-wal", "-shm"]) removeIfThere(`${path}${ending}`);
  Deno.renameSync(copy, path);
  syncFolder(dirname(path));
}

/** A second name for the same file costs nothing; where the file system has no such names, a copy. */
export function keep(path: string, kept: string): void {
  removeIfThere(kept);
  try {
    Deno.linkSync(path, kept);
  } catch {
    Deno.copyFileSync(path, kept);
    syncFile(kept);
  }
}

function isSame(path: string, other: string): boolean {
  try {
    return Deno.statSync(path).ino === Deno.statSync(other).ino;
  } catch {
    return false;
  }
}

/** Removes what is kept. */
export function forgetKept(folder: string): void {
  try {
    Deno.removeSync(`${folder}/${ROLLBACK}`, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/**
 * Removes what is kept, once it is too old to be brought back, and copies that a rehearsal has left that was killed. A clock
 * that was set back makes nothing old.
 */
export function forgetOldKept(folder: string, now: number): void {
  const kept = keptOf(folder);
  if (kept && now - kept.at > KEPT_FOR) forgetKept(folder);
  const rehearsal = `${folder}/${REHEARSAL}`;
  if (!isThere(rehearsal)) return;
  // The folder itself may be about to get a copy.
  const isOld = (path: string) => now - (Deno.statSync(path).mtime?.getTime() ?? now) > TRIED_WITHIN;
  if (isOld(rehearsal)) removeRehearsal(folder);
  for (const { name } of isThere(rehearsal) ? Deno.readDirSync(rehearsal) : []) {
    if (isOld(`${rehearsal}/${name}`)) Deno.removeSync(`${rehearsal}/${name}`);
  }
}

/** Removes the folder of a rehearsal that is over; it stays as long as another has copies in it. */
export function removeRehearsal(folder: string): void {
  try {
    Deno.removeSync(`${folder}/${REHEARSAL}`);
  } catch (error) {
    const isUsed = (error as { code?: string }).code === "ENOTEMPTY";
    if (!isUsed && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
