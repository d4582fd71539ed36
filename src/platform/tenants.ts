import { refuse } from "../contract/errors.ts";
import { letGoOfDeleted } from "./beside.ts";
import { Company, type Witness } from "./company.ts";
import { CompanyFiles } from "./company_files.ts";
import { type Keys, openKeys } from "./keys.ts";
import { leaveOpen } from "./left_open.ts";
import { log } from "./log.ts";
import { sizeOf } from "./size_of.ts";
import type { WatchFile } from "./open_files.ts";
import { named } from "./open_pair.ts";
import { makeFolder, makePrivately } from "./private_files.ts";
import { type Provider, ProviderFile } from "./provider_file.ts";
import { forgetReplaced } from "./replaced.ts";
import { SlowStatements } from "./slow_statements.ts";
import { whyNoDatabase } from "./whole_file.ts";
import { syncFolder, type Wal } from "./wal.ts";

/** More than a machine's busy companies: to open a file again for each message costs more than to keep it open. */
const MOST_OPEN = 600;

/** Every company of a data folder. Files are opened when first needed; the least recently used are closed again. */
export class Tenants {
  readonly provider: Provider;
  readonly keys: Keys;
  /** Companies whose file cannot be served, and why. The others go on. */
  readonly quarantine: Map<number, string>;
  /** What took so long that everybody had to wait for it. */
  readonly slow = new SlowStatements();
  /** Those of them whose file is good, but could not be upgraded: closed until the next start. */
  readonly notUpgraded: Set<number>;
  /** Called with a company that cannot be served any more, or with nothing when that is true of all. */
  onOutage: (companyId?: number) => void = () => {};
  /** Where others reach this server, if it is known; a super user's own word counts more (provider_settings). */
  ownAddress = "";
  /** Sees what every company says in a writing, before it is committed. */
  witness: Witness | undefined;
  readonly #companies = new Map<number, Company>();
  readonly #files: CompanyFiles;
  readonly #providerFile: ProviderFile;
  #isClosed = false;

  constructor(readonly folder: string, readonly mostOpen = MOST_OPEN) {
    const { slow } = this;
    makePrivately();
    this.keys = named(folder, () => {
      makeFolder(folder);
      return openKeys(folder);
    });
    this.#providerFile = new ProviderFile(folder, slow, () => this.#afterwards(undefined, () => {}));
    this.#files = new CompanyFiles({ folder, mostOpen, slow, onDamage: (id, close) => this.#afterwards(id, close) });
    this.provider = this.#providerFile.provider;
    ({ quarantine: this.quarantine, notUpgraded: this.notUpgraded } = this.#files);
  }

  /** Why nothing at all can be served: the provider's own file is damaged. */
  get outage(): string | undefined {
    return this.#providerFile.outage;
  }

  set outage(why: string | undefined) {
    this.#providerFile.outage = why;
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
      () => this.#companies.get(id) === company ? this.#files.file(id) : refuse("ERR_COMPANY_UNAVAILABLE"),
      () => this.witness,
      () => this.#companies.get(id) === company ? this.#files.opened.peek(id) : undefined,
      () => this.quarantine.has(id),
    );
    this.#companies.set(id, company);
    return company;
  }

  /** Why a company's file cannot be served, as far as that is known or its first page tells. */
  damageOf(id: number): string | undefined {
    const known = this.quarantine.get(id);
    if (known !== undefined || this.isResting(id) || this.#files.replacing.has(id)) return known;
    const why = whyNoDatabase(this.#files.pathOf(id));
    return why && `${why}: restore a backup (balcao restore ${id})`;
  }

  /** Looks whether each company's file is in its place; one that is not is served no more. */
  checkPlaces(ids: readonly number[]): void {
    for (const id of ids) this.#files.checkPlace(id);
  }

  /** Makes the folder and the file of a new company; what lies in a folder of that number would be taken for its own. */
  found(id: number): Company {
    const folder = `${this.folder}/${id}`;
    Deno.mkdirSync(folder, { mode: 0o700 });
    try {
      Deno.mkdirSync(`${folder}/media`, { mode: 0o700 });
      this.#files.file(id, { mayCreate: true });
      return this.company(id);
    } catch (error) {
      // On a full disk, say: half a company is of no use.
      Deno.removeSync(folder, { recursive: true });
      throw error;
    }
  }

  /** Keeps a company closed on the file that it has, because that could not be upgraded. */
  keepClosed(id: number, why: string): void {
    this.quarantine.set(id, why);
    this.notUpgraded.add(id);
    log.error(`Company ${id} stays closed on its old file: ${why}`, { company: id });
  }

  /** A company's file and its log, for whoever copies the file. */
  fileOf(id: number): { path: string; wal: Wal } {
    return { path: this.#files.pathOf(id), wal: this.#files.file(id).writer.wal };
  }

  /** Makes a folder that has been prepared that of a new company, whose row is there already. */
  adopt(id: number, prepared: string): Company {
    Deno.renameSync(prepared, `${this.folder}/${id}`);
    syncFolder(this.folder);
    return this.company(id);
  }

  /** The same of the provider's own file. */
  providersFile(): { path: string; wal: Wal } {
    return this.#providerFile.place;
  }

  /** Removes a company's folder with all that is in it. */
  async forget(id: number): Promise<void> {
    this.#files.opened.close(id);
    this.#companies.delete(id);
    this.#files.forgetFaults(id);
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
    if (this.#files.replacing.has(id)) refuse("ERR_COMPANY_UNAVAILABLE");
    const company = this.company(id);
    this.#files.replacing.add(id);
    try {
      this.#files.letGo(id);
      this.#companies.delete(id);
      company.hub.closeAll("ERR_COMPANY_UNAVAILABLE");
      this.#files.forgetFaults(id);
      return await work(() => new Company(id, `${this.folder}/${id}`, () => this.#files.file(id, { isOwn: true })));
    } finally {
      this.#files.replacing.delete(id);
    }
  }

  /** Whether a company's file was replaced by Balcão itself since this was last asked; from now on it was not. */
  forgetReplaced(id: number): boolean {
    return forgetReplaced(`${this.folder}/${id}`);
  }

  /**
   * Lets go of a company's file, which lies still until `goOn`; whoever needs it is refused with ERR_COMPANY_MOVING. Its
   * screens stay open. Answers the file's path: all that was written is in it.
   */
  letRest(id: number): string {
    const path = this.#files.pathOf(id);
    this.#files.file(id);
    this.#files.resting.add(id);
    this.#files.opened.close(id);
    if (sizeOf(`${path}-wal`) > 0) throw new Error(`The log of ${path} could not be emptied: somebody else reads it`);
    return path;
  }

  goOn(id: number): void {
    this.#files.resting.delete(id);
  }

  isResting(id: number): boolean {
    return this.#files.resting.has(id);
  }

  /** Whether a company's file can be opened, or is. */
  isServed(id: number): boolean {
    return this.checkAll([id]).length > 0;
  }

  /** Opens every file once, so that a bad one is named at the start, and returns those that can be served. */
  checkAll(ids = this.ids()): Company[] {
    return ids.flatMap((id) => {
      try {
        this.#files.file(id);
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
    this.#files.opened.watchAll(watch);
  }

  /** Resolves when all that is committed by now, to whichever file, is on the disk. */
  async settled(): Promise<void> {
    await this.#files.opened.settled();
  }

  /** Closes those files that were not needed for longest, until no more than so many are open. */
  closeBeyond(most: number): void {
    this.#files.opened.closeBeyond(most);
  }

  /** Looks into a company's file, which is closed again where nobody had it open and nothing was written. */
  lookInto<T>(company: Company, look: (company: Company) => T): T {
    const wasOpen = this.#files.opened.peek(company.id) !== undefined, { writes } = company;
    try {
      return look(company);
    } finally {
      if (!wasOpen && company.writes === writes) this.#files.opened.close(company.id);
    }
  }

  /** Closes the files that nobody has needed since then (ms). */
  closeUnused(since: number): void {
    this.#files.opened.closeUnused(since);
  }

  get openCount(): number {
    return this.#files.opened.count;
  }

  /** Ends without emptying any log, as a process does that is killed: a backup goes on from what lies in them. */
  leave(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    leaveOpen(this);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#files.opened.closeAll();
    this.#providerFile.close();
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
