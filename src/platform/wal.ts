import { dirname } from "node:path";
import { withFile, withFileSync } from "./with_file.ts";
import { log } from "./log.ts";
import { sizeOf } from "./size_of.ts";

/**
 * The write-ahead log is moved into the file once it is this large (bytes): two thousand pages, so that those which every
 * message changes go into the file once for many.
 */
const LARGEST = 8_388_608;
/** The size is asked for once in so many commits: the question takes as long as a small writing. */
const ASKED_EVERY = 16;

/** What must happen beside a file's write-ahead log. */
export interface WalWatch {
  /** Everything that the log still holds must be taken now: it is about to be emptied. */
  beforeCheckpoint(): void;
  /** `isEmptied` is false when somebody still reads the file: some of the log has come into it, and all of it is still there. */
  afterCheckpoint(isEmptied: boolean): void;
}

/** Whether answers wait for the disk. Without it a killed process loses nothing, and a power cut the last moments. */
let isDurable = Deno.env.get("BALCAO_SYNC") !== "off";

/** Of a file that is not in its place any more. */
export const DELETED = "it was deleted or replaced while it was served";

/** For measuring what it costs. */
export function waitForDisk(does: boolean): void {
  isDurable = does;
}

/**
 * The write-ahead log of one file, as its only writer sees it (reference: sqlite.org/wal.html).
 *
 * SQLite syncs it only at a checkpoint here (`synchronous = NORMAL`), so that no commit holds up the process. Whoever is
 * about to say to somebody outside that something is stored waits for `settled`: commits that come while one sync is
 * under way share the next. And it is emptied by `checkpoint` alone, never by SQLite on its own, so that nothing leaves
 * it that a backup has not taken.
 */
export class Wal {
  readonly path: string;
  watch: WalWatch | undefined;
  #commits = 0;
  #onDisk = 0;
  #file: Deno.FsFile | undefined;
  #sync: Promise<void> | undefined;
  #holds = 0;
  #isLost = false;
  readonly #inode: number | null;

  /** Of the file that lies at `path`, which is open by now. */
  constructor(readonly of: string, readonly truncate: () => boolean, readonly onDamage: (error: unknown) => void) {
    this.path = `${of}-wal`;
    this.#inode = inodeOf(of);
  }

  noteCommit(): void {
    this.#commits++;
    if (this.#commits % ASKED_EVERY !== 0 || this.#holds > 0 || sizeOf(this.path) <= LARGEST) return;
    try {
      this.checkpoint();
    } catch (error) {
      // What was committed is committed; a disk that is full takes the log's content another time.
      log.warn("A write-ahead log could not be moved into its file", { error });
    }
  }

  /** How many commits there were since the file was opened. */
  get commits(): number {
    return this.#commits;
  }

  /** Whether there is anything that a power cut would lose. */
  get isSettled(): boolean {
    return !isDurable || this.#onDisk === this.#commits;
  }

  /** Resolves when all that is committed by now is on the disk; rejects where it never will be found there. */
  async settled(): Promise<void> {
    const until = this.#commits;
    if (!isDurable || this.#onDisk >= until) return;
    while (this.#onDisk < until && !this.#isLost) await (this.#sync ??= this.#syncNow());
    if (!this.#isLost) return;
    const error = new Error(DELETED);
    this.onDamage(error);
    throw error;
  }

  /** What is not on the disk by now never will be: the file is damaged, or gone. */
  lose(): void {
    this.#isLost = true;
  }

  async #syncNow(): Promise<void> {
    const until = this.#commits;
    try {
      this.#file ??= openSynced(this.path);
      await this.#file.syncData();
      this.#checkThere();
      this.#onDisk = Math.max(this.#onDisk, until);
    } catch (error) {
      // The file was closed meanwhile: it was synced on the way, or is lost.
      if (this.#onDisk >= until || this.#isLost) return;
      // What could not be synced may be gone from the cache too: nothing of it can be promised any more (fsync(2)).
      this.onDamage(error);
      throw error;
    } finally {
      this.#sync = undefined;
    }
  }

  /** What is written to a file that somebody has deleted, or put another in the place of, goes nowhere: nobody finds it again. */
  #checkThere(): void {
    if (!this.isInPlace || this.#file?.statSync().nlink === 0) throw new Error(DELETED);
  }

  /** Whether the file that is open is the one that lies at its path. */
  get isInPlace(): boolean {
    return inodeOf(this.of) === this.#inode;
  }

  /** Moves what the log holds into the file, which SQLite syncs, and empties it; false when somebody still reads it. */
  checkpoint(): boolean {
    if (this.#holds > 0) return false;
    const until = this.#commits;
    this.watch?.beforeCheckpoint();
    const isEmptied = this.truncate();
    if (isEmptied && !this.#isLost && this.isInPlace) this.#onDisk = Math.max(this.#onDisk, until);
    this.watch?.afterCheckpoint(isEmptied);
    if (!isEmptied) log.warn("A write-ahead log could not be emptied: somebody else reads the file");
    return isEmptied;
  }

  /** While it is held, the file itself does not change: what is written stays in the log. */
  hold(): () => void {
    this.#holds++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#holds--;
      isHeld = false;
    };
  }

  /** The file is closed, its log was moved into it: SQLite removes it. */
  close(): void {
    if (!this.isInPlace) this.lose();
    if (!this.#isLost) this.#onDisk = this.#commits;
    this.#file?.close();
    this.#file = undefined;
  }
}

/** The log of an open file, and the folder's entry for it: SQLite makes the log without syncing its name. */
function openSynced(path: string): Deno.FsFile {
  const file = Deno.openSync(path, { read: true, write: true });
  syncFolder(dirname(path));
  return file;
}

/** Brings a file that was written, and its name, onto the disk. */
export async function toDisk(path: string): Promise<void> {
  if (!isDurable) return;
  await withFile(path, { read: true, write: true }, (file) => file.syncData());
  await withFile(dirname(path), { read: true }, (folder) => folder.sync());
}

/** Brings the names in a folder onto the disk. */
export function syncFolder(path: string): void {
  withFileSync(path, { read: true }, (folder) => folder.syncSync());
}

function inodeOf(path: string): number | null {
  try {
    return Deno.statSync(path).ino;
  } catch {
    return null;
  }
}
