import { dirname } from "node:path";
import { BadCommand } from "../platform/config.ts";
import { FolderHeld, type FolderLock, lockFolder } from "../platform/folder_lock.ts";
import { ignoreMissing, isThere } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { usable } from "../platform/system_words.ts";
import { markUnfinished, UNFINISHED, unfinishedIn, unmark } from "../platform/unfinished.ts";
import { syncFolder } from "../platform/wal.ts";

const LOCK = "serve.lock";
/** What a recovery makes in a data folder. */
const MADE =
  /^(provider\.db(-wal|-shm)?|public|[1-9]\d*|server\.key|recovered\.json(\.new)?|(lines\.held|installation\.json)(\.[0-9a-f-]{36}\.part)?)$/;

interface Making {
  /** What is to be typed again where it is not finished. */
  command: string;
  say(text: string): void;
}

/**
 * Refuses a folder that a recovery must not touch, as a BadCommand: one that has anything in it but the work of a recovery that
 * was not finished.
 */
export async function refuseUsed(data: string): Promise<void> {
  await usable(data, () => Promise.resolve(namesToReplace(data)));
}

/**
 * Has a data folder made, which is marked until that is done: after a kill it is known for what it is, and made from its
 * beginning when the same is said again. Where the work fails, nothing of it stays, nor a folder that was not there before.
 */
export async function makeNewFolder<T>(data: string, { command, say }: Making, work: () => Promise<T>): Promise<T> {
  const above = missingAbove(data), hadLock = isThere(`${data}/${LOCK}`);
  await usable(data, () => Deno.mkdir(data, { recursive: true, mode: 0o700 }));
  const lock = await lockNew(data, { above, hadLock });
  try {
    const left = namesToReplace(data);
    if (unfinishedIn(data) !== undefined) say(`An earlier recovery into ${data} was not finished, and is begun anew`);
    markUnfinished(data, command);
    // What a kill has left of the mark itself, too.
    await remove(data, [...left, ...namesIn(data).filter((name) => name.startsWith(`${UNFINISHED}.`))]);
    const made = await work();
    unmark(data);
    syncFolder(data);
    return made;
  } catch (error) {
    if (!(error instanceof NotOurs)) await forget(data, { above, hadLock });
    throw error;
  } finally {
    lock.release();
  }
}

/** Nothing was made yet: of a lock that cannot be written nothing stays, and all else is not looked at. */
async function lockNew(data: string, { above, hadLock }: Before): Promise<FolderLock> {
  try {
    return lockFolder(data, "recover");
  } catch (error) {
    if (!(error instanceof FolderHeld)) await removeAll(data, { names: hadLock ? [] : [LOCK], above });
    throw error;
  }
}

class NotOurs extends BadCommand {}

/** What a recovery that was not finished has left in it; throws a NotOurs where there is anything else. */
function namesToReplace(data: string): string[] {
  const names = namesIn(data).filter((name) => name !== LOCK && !name.startsWith(UNFINISHED));
  if (unfinishedIn(data) === undefined) {
    if (names.length > 0) throw new NotOurs(`${data} is not empty: choose a new folder with --data`);
    return [];
  }
  const other = names.find((name) => !MADE.test(name));
  if (other === undefined) return names;
  throw new NotOurs(
    `${data} has ${other} in it beside what a recovery has left that was not finished: move that away, or choose a new ` +
      "folder with --data",
  );
}

function namesIn(data: string): string[] {
  try {
    return [...Deno.readDirSync(data)].map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return [];
  }
}

async function remove(data: string, names: readonly string[]): Promise<void> {
  for (const name of names) await Deno.remove(`${data}/${name}`, { recursive: true }).catch(ignoreMissing);
}

/** Folders on the way to it that are not there yet, the innermost first. */
function missingAbove(data: string): string[] {
  const missing: string[] = [];
  for (let path = data; !isThere(path) && path !== dirname(path); path = dirname(path)) missing.push(path);
  return missing;
}

/** What was there before a recovery began. */
interface Before {
  /** Folders on the way to it that were not, the innermost first. */
  above: readonly string[];
  hadLock: boolean;
}

async function forget(data: string, { above, hadLock }: Before): Promise<void> {
  const names = namesIn(data), marks = names.filter((name) => name.startsWith(UNFINISHED) || name === LOCK && !hadLock);
  await removeAll(data, { names: [...names.filter((name) => MADE.test(name)), ...marks], above });
}

/** What cannot be removed now is known by its mark at the next try. */
async function removeAll(data: string, { names, above }: { names: string[]; above: readonly string[] }): Promise<void> {
  try {
    await remove(data, names);
    for (const path of above) await Deno.remove(path);
  } catch (error) {
    log.warn(`What a recovery has made in ${data} could not be removed`, { error });
  }
}
