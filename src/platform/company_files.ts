import { Refusal, refuse } from "../contract/errors.ts";
import { isDiskFull } from "./db.ts";
import { ignoreMissing, isThere } from "./is_there.ts";
import { log } from "./log.ts";
import { BadFile, type Migration, migrationsOf } from "./migrate.ts";
import { OpenFiles } from "./open_files.ts";
import { closeDamaged, damageOf, named, type OpenFile, openPair } from "./open_pair.ts";
import type { SlowStatements } from "./slow_statements.ts";
import { DELETED } from "./wal.ts";

interface Kept {
  folder: string;
  /** No more of them are open at once. */
  mostOpen: number;
  slow: SlowStatements;
  /** Called with a company whose file turns out to be damaged, which is closed by `close` once nobody stands in it. */
  onDamage(companyId: number, close: () => void): void;
}

/** A file that is missing, or has nothing in it, would pass for a new company's. */
function whyNothing(path: string): "missing" | "empty" | undefined {
  try {
    return Deno.statSync(path).size === 0 ? "empty" : undefined;
  } catch (error) {
    ignoreMissing(error);
    return "missing";
  }
}

/** The companies' files: which may be opened, and which are closed and why. */
export class CompanyFiles {
  /** Companies whose file cannot be served, and why. The others go on. */
  readonly quarantine = new Map<number, string>();
  /** Those of them whose file is good, but could not be upgraded: closed until the next start. */
  readonly notUpgraded = new Set<number>();
  /** Companies whose file rests while they move to another server. */
  readonly resting = new Set<number>();
  /** Companies whose file is being replaced. */
  readonly replacing = new Set<number>();
  readonly opened = new OpenFiles((id) => this.pathOf(id));
  readonly #migrations: Migration[] = migrationsOf("company");

  constructor(readonly kept: Kept) {}

  pathOf(id: number): string {
    return `${this.kept.folder}/${id}/company.db`;
  }

  /** A company's open file; refuses where there is none that may be served now. */
  file(id: number, { mayCreate = false, isOwn = false } = {}): OpenFile {
    if (this.replacing.has(id) && !isOwn) refuse("ERR_COMPANY_UNAVAILABLE");
    const known = this.opened.use(id);
    if (known) return known;
    if (this.resting.has(id)) refuse("ERR_COMPANY_MOVING");
    if (this.notUpgraded.has(id)) refuse("ERR_MAINTENANCE");
    if (this.quarantine.has(id)) refuse("ERR_COMPANY_UNAVAILABLE");
    let file: OpenFile;
    try {
      file = this.#open(id, mayCreate);
    } catch (error) {
      // Of one that is just being made nothing is there yet that could be damaged.
      if (mayCreate) throw error;
      const why = (error as Error).message;
      if (isDiskFull(error)) {
        // It is no fault of the file, and passes.
        log.error(`Company ${id} cannot be served now: ${why}`, { company: id });
        throw error;
      }
      this.quarantine.set(id, why);
      log.error(`Company ${id} is not served: ${why}`, { company: id });
      refuse("ERR_COMPANY_UNAVAILABLE");
    }
    this.opened.add(id, file);
    this.opened.closeBeyond(this.kept.mostOpen);
    return file;
  }

  /** Serves a company no more whose file somebody has deleted, or put another in the place of. */
  checkPlace(id: number): void {
    if (this.replacing.has(id) || this.resting.has(id) || this.quarantine.has(id)) return;
    const path = this.pathOf(id), file = this.opened.peek(id);
    try {
      if (file && !file.writer.wal.isInPlace) this.#damaged(id, path, new Error(DELETED));
      else if (!file && !isThere(path)) this.file(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Closes a file that may have been deleted, or be full of faults. */
  letGo(id: number): void {
    const file = this.opened.peek(id);
    try {
      this.opened.close(id);
    } catch (error) {
      log.warn("A file that is replaced could not be closed in order", { company: id, error });
      if (file) closeDamaged(file);
    }
  }

  /** What kept it closed says nothing of the file that comes in its place. */
  forgetFaults(id: number): void {
    this.quarantine.delete(id);
    this.notUpgraded.delete(id);
  }

  #open(id: number, mayCreate: boolean): OpenFile {
    const path = this.pathOf(id), { slow } = this.kept;
    const open = () =>
      openPair(path, {
        migrations: this.#migrations,
        onDamage: (error) => this.#damaged(id, path, error),
        onSlow: (sql, ms) => slow.note(id, sql, ms),
      });
    // What keeps a new one from being made is no fault of its file.
    if (mayCreate) return open();
    return named(path, () => {
      const why = whyNothing(path);
      if (why) throw new BadFile(`${path} is ${why}: restore a backup (balcao restore ${id})`);
      return open();
    });
  }

  /** A file that was good when it was opened is not: its company is served no more, from this very call on. */
  #damaged(id: number, path: string, error: unknown): void {
    const file = this.opened.peek(id);
    // While it is being opened, whoever opens it names it.
    if (!file && !this.quarantine.has(id)) return;
    if (file) {
      const why = `${damageOf(path, error)}: restore a backup (balcao restore ${id})`;
      this.quarantine.set(id, why);
      this.opened.remove(id);
      log.error(`Company ${id} is served no more: ${why}`, { company: id, error });
      this.kept.onDamage(id, () => closeDamaged(file));
    }
    refuse("ERR_COMPANY_UNAVAILABLE");
  }
}
