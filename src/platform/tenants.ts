import { refuse } from "../contract/errors.ts";
import { letGoOfDeleted } from "./beside.ts";
import { Company, inTransaction, type Read, type Witness, type Write } from "./company.ts";
import { type Keys, openKeys } from "./keys.ts";
import { log } from "./log.ts";
import { BadFile, type Migration, migrationsOf } from "./migrate.ts";
import { OpenFiles, type WatchFile } from "./open_files.ts";
import { closeDamaged, named, type OpenFile, openPair } from "./open_pair.ts";
import { makeFolder, makePrivately } from "./private_files.ts";
import { SlowStatements } from "./slow_statements.ts";
import { syncFolder, type Wal } from "./wal.ts";

/** More than a machine's busy companies: to open a file again for each message costs more than to keep it open. */
const MOST_OPEN = 600;

/** What spans companies: who logs in where, plans, due dates. */
export interface Provider {
  read: Read;
  write<T>(work: (db: Write) => T): T;
  /** How many writings there were since the server has started, as of a company. */
  writes: number;
}

/** Every company of a data folder. Files are opened when first needed; the least recently used are closed again. */
export class Tenants {
  readonly provider: Provider;
  readonly keys: Keys;
  /** Companies whose file cannot be served, and why. The others go on. */
  readonly quarantine = new Map<number, string>();
  /** What took so long that everybody had to wait for it. */
  readonly slow = new SlowStatements();
  /** Those of them whose file is good, but could not be upgraded: closed until the next start. */
  readonly notUpgraded = new Set<number>();
  /** Why nothing at all can be served: the provider's own file is damaged. */
  outage: string | undefined;
  /** Called with a company that cannot be served any more, or with nothing when that is true of all. */
  onOutage: (companyId?: number) => void = () => {};
  /** Where others reach this server, if it is known; a super user's own word counts more (provider_settings). */
  ownAddress = "";
  /** Sees what every company says in a writing, before it is committed. */
  witness: Witness | undefined;
  readonly #companies = new Map<number, Company>();
  readonly #files = new OpenFiles((id) => this.#pathOf(id));
  /** Companies whose file rests while they move to another server. */
  readonly #resting = new Set<number>();
  /** Companies whose file is being replaced. */
  readonly #replacing = new Set<number>();
  readonly #providerFile: OpenFile;
  readonly #migrations: Migration[];
  #isOpen = false;
  #isClosed = false;

  constructor(readonly folder: string, readonly mostOpen = MOST_OPEN) {
    const path = `${folder}/provider.db`;
    makePrivately();
    this.keys = named(folder, () => {
      makeFolder(folder);
      return openKeys(folder);
    });
    this.#providerFile = named(
      path,
      () =>
        openPair(path, {
          migrations: migrationsOf("provider"),
          isDurable: true,
          onDamage: (error) => this.#providerDamaged(path, error),
          onSlow: (sql, ms) => this.slow.note(0, sql, ms),
        }),
    );
    this.#migrations = migrationsOf("company");
    this.provider = this.#openProvider();
    this.#isOpen = true;
  }

  #openProvider(): Provider {
    const file = this.#providerFile, { writer } = file;
    const served = () => void (this.outage !== undefined && refuse("ERR_SERVER_UNAVAILABLE"));
    const provider: Provider = {
      writes: 0,
      get read() {
        served();
        return file.reader.db;
      },
      write(work) {
        served();
        const result = inTransaction(writer, () => work(writer.db));
        provider.writes++;
        return result;
      },
    };
    return provider;
  }

  /** The ids of all company folders, quarantined ones too. */
  ids(): number[] {
    return [...Deno.readDirSync(this.folder)]
      .filter((entry) => entry.isDirectory && /^[1-9]\d*$/.test(entry.name))
      .map((entry) => Number(entry.name))
      .sort((a, b) => a - b);
  }

  /** A company, whose file is opened with the first reading or writing. */
  company(id: number): Company {
    const known = this.#companies.get(id);
    if (known) return known;
    const company: Company = new Company(
      id,
      `${this.folder}/${id}`,
      // What goes on for a company of before must not be written to the file that has taken its place.
      () => this.#companies.get(id) === company ? this.#file(id) : refuse("ERR_COMPANY_UNAVAILABLE"),
      () => this.witness,
      () => this.#companies.get(id) === company ? this.#files.peek(id) : undefined,
      () => this.quarantine.has(id),
    );
    this.#companies.set(id, company);
    return company;
  }

  /** Makes the folder and the file of a new company. */
  found(id: number): Company {
    Deno.mkdirSync(`${this.folder}/${id}/media`, { recursive: true, mode: 0o700 });
    const company = this.company(id);
    this.#file(id, { mayCreate: true });
    return company;
  }

  /** Keeps a company closed on the file that it has, because that could not be upgraded. */
  keepClosed(id: number, why: string): void {
    this.quarantine.set(id, why);
    this.notUpgraded.add(id);
    log.error(`Company ${id} stays closed on its old file: ${why}`, { company: id });
  }

  /** A company's file and its log, for whoever copies the file. */
  fileOf(id: number): { path: string; wal: Wal } {
    return { path: this.#pathOf(id), wal: this.#file(id).writer.wal };
  }

  /** Makes a folder that has been prepared that of a new company, whose row is there already. */
  adopt(id: number, prepared: string): Company {
    Deno.renameSync(prepared, `${this.folder}/${id}`);
    syncFolder(this.folder);
    return this.company(id);
  }

  /** The same of the provider's own file. */
  providersFile(): { path: string; wal: Wal } {
    return { path: `${this.folder}/provider.db`, wal: this.#providerFile.writer.wal };
  }

  /** Removes a company's folder with all that is in it. */
  async forget(id: number): Promise<void> {
    this.#files.close(id);
    this.#companies.delete(id);
    this.quarantine.delete(id);
    this.notUpgraded.delete(id);
    await Deno.remove(`${this.folder}/${id}`, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    letGoOfDeleted();
  }

  /**
   * Lets go of a company's file, so that another can be put in its place by `work`; nobody is served meanwhile, and whoever had
   * it open begins anew. What `work` throws leaves the company as it lies in its folder then. `own` is what lies there by then,
   * open for `work` alone.
   */
  async replace<T>(id: number, work: (own: () => Company) => T | Promise<T>): Promise<T> {
    if (this.#replacing.has(id)) refuse("ERR_COMPANY_UNAVAILABLE");
    const company = this.company(id);
    this.#replacing.add(id);
    try {
      this.#letGo(id);
      this.#companies.delete(id);
      company.hub.closeAll("ERR_COMPANY_UNAVAILABLE");
      this.quarantine.delete(id);
      this.notUpgraded.delete(id);
      return await work(() => new Company(id, `${this.folder}/${id}`, () => this.#file(id, { isOwn: true })));
    } finally {
      this.#replacing.delete(id);
    }
  }

  /**
   * Lets go of a company's file, which lies still until `goOn`; whoever needs it is refused with ERR_COMPANY_MOVING. Its
   * screens stay open. Answers the file's path: all that was written is in it.
   */
  letRest(id: number): string {
    const path = this.#pathOf(id);
    this.#file(id);
    this.#resting.add(id);
    this.#files.close(id);
    if (hasContent(`${path}-wal`)) throw new Error(`The log of ${path} could not be emptied: somebody else reads it`);
    return path;
  }

  goOn(id: number): void {
    this.#resting.delete(id);
  }

  isResting(id: number): boolean {
    return this.#resting.has(id);
  }

  /** Opens every file once, so that a bad one is named at the start, and returns those that can be served. */
  checkAll(ids = this.ids()): Company[] {
    return ids.flatMap((id) => {
      try {
        this.#file(id);
        return [this.company(id)];
      } catch {
        return [];
      }
    });
  }

  /** Has every file watched that is open, or will be; the provider's own under the number 0. */
  watchFiles(watch: WatchFile): void {
    const { path, wal } = this.providersFile();
    wal.watch = watch(0, path, wal);
    this.#files.watchAll(watch);
  }

  /** Resolves when all that is committed by now, to whichever file, is on the disk. */
  async settled(): Promise<void> {
    await this.#files.settled();
  }

  /** Closes those files that were not needed for longest, until no more than so many are open. */
  closeBeyond(most: number): void {
    this.#files.closeBeyond(most);
  }

  /** Closes the files that nobody has needed since then (ms). */
  closeUnused(since: number): void {
    this.#files.closeUnused(since);
  }

  get openCount(): number {
    return this.#files.count;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#files.closeAll();
    if (this.outage !== undefined) return closeDamaged(this.#providerFile);
    this.#providerFile.close();
  }

  #pathOf(id: number): string {
    return `${this.folder}/${id}/company.db`;
  }

  /** A company's open file; refuses where there is none that may be served now. */
  #file(id: number, { mayCreate = false, isOwn = false } = {}): OpenFile {
    if (this.#replacing.has(id) && !isOwn) refuse("ERR_COMPANY_UNAVAILABLE");
    const known = this.#files.use(id);
    if (known) return known;
    if (this.#resting.has(id)) refuse("ERR_COMPANY_MOVING");
    if (this.notUpgraded.has(id)) refuse("ERR_MAINTENANCE");
    if (this.quarantine.has(id)) refuse("ERR_COMPANY_UNAVAILABLE");
    let file: OpenFile;
    try {
      file = this.#openFile(id, mayCreate);
    } catch (error) {
      const why = (error as Error).message;
      this.quarantine.set(id, why);
      log.error(`Company ${id} is not served: ${why}`, { company: id });
      refuse("ERR_COMPANY_UNAVAILABLE");
    }
    this.#files.add(id, file);
    this.closeBeyond(this.mostOpen);
    return file;
  }

  #openFile(id: number, mayCreate: boolean): OpenFile {
    const path = this.#pathOf(id);
    return named(path, () => {
      // A file without anything in it would pass for a new company.
      if (!mayCreate && Deno.statSync(path).size === 0) throw new BadFile(`${path} is empty: restore a backup`);
      return openPair(path, {
        migrations: this.#migrations,
        onDamage: (error) => this.#damaged(id, path, error),
        onSlow: (sql, ms) => this.slow.note(id, sql, ms),
      });
    });
  }

  /** Closes a file that may have been deleted, or be full of faults. */
  #letGo(id: number): void {
    const file = this.#files.peek(id);
    try {
      this.#files.close(id);
    } catch (error) {
      log.warn("A file that is replaced could not be closed in order", { company: id, error });
      if (file) closeDamaged(file);
    }
  }

  /** A file that was good when it was opened is not: its company is served no more, from this very call on. */
  #damaged(id: number, path: string, error: unknown): void {
    const file = this.#files.peek(id);
    // While it is being opened, whoever opens it names it.
    if (!file && !this.quarantine.has(id)) return;
    if (file) {
      const why = `${damageOf(path, error)}: restore a backup (balcao restore ${id})`;
      this.quarantine.set(id, why);
      this.#files.remove(id);
      log.error(`Company ${id} is served no more: ${why}`, { company: id, error });
      this.#afterwards(id, () => closeDamaged(file));
    }
    refuse("ERR_COMPANY_UNAVAILABLE");
  }

  #providerDamaged(path: string, error: unknown): void {
    if (!this.#isOpen) return;
    if (this.outage === undefined) {
      this.outage = `${damageOf(path, error)}: stop Balcão and restore a backup`;
      log.error(`Nothing is served any more: ${this.outage}`, { error });
      this.#afterwards(undefined, () => {});
    }
    refuse("ERR_SERVER_UNAVAILABLE");
  }

  /** The call that met the damage stands in the middle of a statement, and perhaps of a transaction. */
  #afterwards(companyId: number | undefined, close: () => void): void {
    queueMicrotask(() => {
      this.onOutage(companyId);
      const companies = companyId === undefined ? [...this.#companies.values()] : [this.company(companyId)];
      const reason = companyId === undefined ? "ERR_SERVER_UNAVAILABLE" : "ERR_COMPANY_UNAVAILABLE";
      for (const { hub } of companies) hub.closeAll(reason);
    });
    setTimeout(close, 0);
  }
}

function hasContent(path: string): boolean {
  try {
    return Deno.statSync(path).size > 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function damageOf(path: string, error: unknown): string {
  return `${path} is damaged (${(error as Error).message})`;
}
