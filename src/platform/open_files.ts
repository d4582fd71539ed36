import { collect } from "./collector.ts";
import type { OpenFile } from "./open_pair.ts";
import type { Wal, WalWatch } from "./wal.ts";

/** Called for each file that is opened, with its write-ahead log. */
export type WatchFile = (companyId: number, path: string, wal: Wal) => WalWatch;

/**
 * A closed file's statements, and with them the file itself, are let go by the collector alone, which sees nothing of their
 * size: half a megabyte for each. So it is called once in so many.
 */
const COLLECTED_EVERY = 64;

/** The companies' files that are open, in the order in which they were needed. */
export class OpenFiles {
  readonly #files = new Map<number, OpenFile>();
  #watchFile: WatchFile | undefined;
  /** How many files were closed. */
  #closed = 0;

  constructor(readonly pathOf: (companyId: number) => string) {}

  get count(): number {
    return this.#files.size;
  }

  /** A file, if it is open; that it was asked for does not count. */
  peek(id: number): OpenFile | undefined {
    return this.#files.get(id);
  }

  /** A file that somebody needs now, if it is open. */
  use(id: number): OpenFile | undefined {
    const file = this.#files.get(id);
    if (!file) return undefined;
    this.#files.delete(id);
    this.#files.set(id, file);
    file.usedAt = Date.now();
    return file;
  }

  add(id: number, file: OpenFile): void {
    this.#files.set(id, file);
    this.#watch(id, file);
  }

  /** Forgets a file, which stays open. */
  remove(id: number): void {
    this.#files.delete(id);
  }

  close(id: number): void {
    const file = this.#files.get(id);
    this.#files.delete(id);
    file?.close();
    if (file && ++this.#closed % COLLECTED_EVERY === 0) setTimeout(collect);
  }

  closeAll(): void {
    for (const id of [...this.#files.keys()]) this.close(id);
  }

  /** Closes those that were not needed for longest, until no more than so many are open. */
  closeBeyond(most: number): void {
    for (const id of this.#files.keys()) {
      if (this.#files.size <= most) return;
      this.close(id);
    }
  }

  /** Closes those that nobody has needed since then (ms): an open one takes half a megabyte. */
  closeUnused(since: number): void {
    for (const [id, { usedAt }] of this.#files) {
      if (usedAt >= since) return;
      this.close(id);
    }
  }

  /** Has every file watched that is open, or will be. */
  watchAll(watch: WatchFile): void {
    this.#watchFile = watch;
    for (const [id, file] of this.#files) this.#watch(id, file);
  }

  /** Resolves when all that is committed by now, to whichever of them, is on the disk. */
  async settled(): Promise<void> {
    await Promise.all([...this.#files.values()].map(({ writer }) => writer.wal.settled()));
  }

  #watch(id: number, { writer: { wal } }: OpenFile): void {
    wal.watch = this.#watchFile?.(id, this.pathOf(id), wal);
  }
}
