import { log } from "./log.ts";

/** Files that were opened and are kept for whoever reads them next, by device and inode. */
const kept = new Map<string, Deno.FsFile[]>();

/** A database's file, open for reading. */
export interface Beside {
  /** Reads on; how many bytes, or null at the end. Not awaited: the runtime reads for whoever awaits by a copy that it closes. */
  read(room: Uint8Array): number | null;
  /** To be called once, however the reading ends. The file is kept for the next, and not closed. */
  giveBack(): void;
}

/**
 * Opens a database's file for reading, beside SQLite, which may have it open in this process. To be used wherever one is read
 * as bytes.
 *
 * Whoever closes a file takes away all locks that the process has on it, those of SQLite too (fcntl(2), "Record locks";
 * sqlite.org/howtocorrupt.html, 2.2). Another program that looks into the file then believes to be alone, and when it leaves
 * it empties and deletes the log to which this process goes on writing. So what was opened once stays open until the file is
 * deleted; also because SQLite counts on locks of connections that are closed and not collected yet.
 */
export function openBeside(path: string): Beside {
  const file = keptFor(path) ?? Deno.openSync(path);
  file.seekSync(0, Deno.SeekMode.Start);
  return {
    read: (room) => file.readSync(room),
    giveBack: () => {
      const key = keyOf(file.statSync());
      kept.set(key, [...kept.get(key) ?? [], file]);
    },
  };
}

/** How many files are open beside SQLite and wait for the next who reads them. */
export function keptBeside(): number {
  return [...kept.values()].flat().length;
}

/** Closes what was kept of files that nobody can open any more, so that the disk has their room again. */
export function letGoOfDeleted(): void {
  for (const [key, files] of kept) {
    try {
      if (files[0]!.statSync().nlink !== 0) continue;
      for (const file of files) file.close();
    } catch (error) {
      log.warn("A file that was deleted could not be let go", { error });
    }
    kept.delete(key);
  }
}

function keptFor(path: string): Deno.FsFile | undefined {
  const key = keyOf(Deno.statSync(path)), files = kept.get(key), file = files?.pop();
  if (files?.length === 0) kept.delete(key);
  return file;
}

function keyOf({ dev, ino }: Deno.FileInfo): string {
  return `${dev} ${ino}`;
}
