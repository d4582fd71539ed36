import { type DbFile, openDbFile } from "../platform/db.ts";
import { FolderHeld, holderOf, lookAtFolder } from "../platform/folder_lock.ts";
import { unfinishedIn } from "../platform/unfinished.ts";
import { probe } from "./checks/disk.ts";
import { isUnset, statOf } from "./files.ts";
import type { Patient } from "./patient.ts";
import { examine, type Report } from "./examine.ts";
import { CHECKS } from "./table.ts";
import type { CheckName } from "../contract/findings.ts";

type Asked = Omit<Patient, "read" | "heldBy" | "running" | "diedBefore">;

/** What can be said of a folder in which nothing was set up yet, or not to its end: that, and how the machine is. */
const BEFORE_SET_UP: readonly CheckName[] = [
  "version",
  "held",
  "writable",
  "disk",
  "inodes",
  "clock_online",
  "server_key",
  "open_files",
];

/**
 * Looks at a folder that nobody serves, and keeps others from it meanwhile. No key, lock or file is made in it and none
 * brought to another schema: that is why it is not opened as other commands do.
 */
export async function examineAlone(asked: Asked): Promise<Report> {
  const { folder, now } = asked;
  const isNoneYet = isUnset(folder) || unfinishedIn(folder) !== undefined;
  const checks = isNoneYet ? CHECKS.filter(({ name }) => BEFORE_SET_UP.includes(name)) : CHECKS;
  // Where nothing can be written there is no lock to be had, and SQLite opens no file.
  if (probe(folder, now) !== undefined) return await examine({ ...asked, read: () => undefined }, checks);
  const lock = tryLock(folder);
  if (!lock) return await examine({ ...asked, read: () => undefined, heldBy: holderOf(folder) ?? "somebody" }, checks);
  const open = new Map<string, DbFile>(), { before } = lock;
  try {
    return await examine({
      ...asked,
      ...(before?.command === "serve" && { diedBefore: { since: Date.parse(before.since) || 0 } }),
      read: (id) => reader(`${folder}/${id === 0 ? "provider" : `${id}/company`}.db`, open),
    }, checks);
  } finally {
    for (const file of open.values()) file.close();
    lock.release();
  }
}

function tryLock(folder: string) {
  try {
    return lookAtFolder(folder);
  } catch (error) {
    if (error instanceof FolderHeld) return undefined;
    throw error;
  }
}

/** Nothing where there is no file: SQLite would make one. */
function reader(path: string, open: Map<string, DbFile>) {
  const known = open.get(path);
  if (known) return known.db;
  if (!statOf(path)?.size) return undefined;
  const file = openDbFile(path, { readonly: true });
  open.set(path, file);
  return file.db;
}
