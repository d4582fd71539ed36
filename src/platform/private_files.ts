import { log } from "./log.ts";
import { BadFile } from "./migrate.ts";

/** Whatever this process makes from now on is its user's alone: SQLite's -wal and -shm, files that arrive, copies. */
export function makePrivately(): void {
  if (Deno.build.os !== "windows") Deno.umask(0o077);
}

/** Makes a data folder, its user's alone, unless it is there; a BadFile where it cannot be. */
export function makeFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    log.debug("A data folder could not be made", { error });
    throw new BadFile(
      `${folder} cannot be made: choose with --data a folder that this user may make, with no file of that name in the way`,
    );
  }
}

/**
 * Takes the rights of all others from a data folder and everything in it: 0700 for folders, 0600 for files, also where
 * an earlier version, a copy or a restored backup left more. Says so when that fails, and goes on.
 */
export function keepPrivate(folder: string): void {
  if (Deno.build.os === "windows") return;
  // Somebody served a folder that holds more than ours: the rest of it is none of our business.
  const failed = isShared(folder) ? within(folder, (name) => OURS.test(name)) : close(folder);
  if (failed.length === 0) return;
  log.warn(`Other users of this machine can read ${failed[0]}: give the data folder to the user that serves it`, {
    files: failed.length,
  });
}

/** What a data folder has in it: the provider's file and its company, the keys and locks of the server, the companies. */
const OURS = /^(provider\.|server\.|serve\.(lock|sock)$|upgrade\.lock$|(rollback|rehearsal)$|[1-9]\d*$)/;

/** The root of a disk, a home, or a place where everybody may leave something (sticky, chmod(1)). */
function isShared(folder: string): boolean {
  const path = Deno.realPathSync(folder);
  return path === "/" || path === Deno.env.get("HOME") || (Deno.statSync(path).mode! & 0o1000) !== 0;
}

/** What could not be closed to others. */
function close(path: string): string[] {
  const { mode, isDirectory, isSymlink } = Deno.lstatSync(path);
  // What a link leads to lies elsewhere, and may be others' to read.
  if (isSymlink) return [];
  const failed = mode! & 0o077 ? narrow(path, isDirectory ? 0o700 : 0o600) : [];
  return isDirectory ? [...failed, ...within(path)] : failed;
}

function narrow(path: string, mode: number): string[] {
  try {
    Deno.chmodSync(path, mode);
    return [];
  } catch {
    return [path];
  }
}

function within(folder: string, isMeant: (name: string) => boolean = () => true): string[] {
  const failed: string[] = [];
  for (const { name } of read(folder)) {
    if (!isMeant(name)) continue;
    try {
      failed.push(...close(`${folder}/${name}`));
    } catch (error) {
      // Gone meanwhile: a command beside us may be at work.
      if (!(error instanceof Deno.errors.NotFound)) failed.push(`${folder}/${name}`);
    }
  }
  return failed;
}

function read(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}
