import { refuse } from "../contract/errors.ts";
import { ROOT } from "../root.ts";
import { BadCommand } from "./config.ts";
import { Company, type Connections, inTransaction, type Read, type Witness, type Write } from "./company.ts";
import { type DbFile, openDbFile } from "./db.ts";
import { type Keys, openKeys } from "./keys.ts";
import { log } from "./log.ts";
import { BadFile, migrate, type Migration, migrationsIn } from "./migrate.ts";
import { makeFolder, makePrivately } from "./private_files.ts";

interface OpenFile {
  writer: DbFile;
  reader: DbFile;
}

/** What spans companies: who logs in where, plans, due dates. */
export interface Provider {
  read: Read;
  write<T>(work: (db: Write) => T): T;
}

/** Every company of a data folder. Files are opened when first needed; the least recently used are closed again. */
export class Tenants {
  readonly provider: Provider;
  readonly keys: Keys;
  /** Companies whose file cannot be served, and why. The others go on. */
  readonly quarantine = new Map<number, string>();
  /** Why nothing at all can be served: the provider's own file is damaged. */
  outage: string | undefined;
  /** Called with a company that cannot be served any more, or with nothing when that is true of all. */
  onOutage: (companyId?: number) => void = () => {};
  /** Sees what every company says in a writing, before it is committed. */
  witness: Witness | undefined;
  readonly #companies = new Map<number, Company>();
  readonly #files = new Map<number, OpenFile>();
  readonly #providerFile: OpenFile;
  readonly #migrations: Migration[];
  #isOpen = false;

  constructor(readonly folder: string, readonly mostOpen = 200) {
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
          migrations: migrationsIn(`${ROOT}/migrations/provider`),
          isDurable: true,
          onDamage: (error) => this.#providerDamaged(path, error),
        }),
    );
    this.#migrations = migrationsIn(`${ROOT}/migrations/company`);
    this.provider = this.#openProvider();
    this.#isOpen = true;
  }

  #openProvider(): Provider {
    const { writer, reader } = this.#providerFile;
    const served = () => void (this.outage !== undefined && refuse("ERR_SERVER_UNAVAILABLE"));
    return {
      get read() {
        served();
        return reader.db;
      },
      write(work) {
        served();
        return inTransaction(writer, () => work(writer.db));
      },
    };
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
    let company = this.#companies.get(id);
    if (!company) {
      company = new Company(id, `${this.folder}/${id}`, () => this.#file(id), () => this.witness);
      this.#companies.set(id, company);
    }
    return company;
  }

  /** Makes the folder and the file of a new company. */
  found(id: number): Company {
    Deno.mkdirSync(`${this.folder}/${id}/media`, { recursive: true, mode: 0o700 });
    const company = this.company(id);
    this.#file(id, { mayCreate: true });
    return company;
  }

  /** Removes a company's folder with all that is in it. */
  async forget(id: number): Promise<void> {
    this.#closeFile(id);
    this.#companies.delete(id);
    this.quarantine.delete(id);
    await Deno.remove(`${this.folder}/${id}`, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
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

  get openCount(): number {
    return this.#files.size;
  }

  close(): void {
    for (const id of [...this.#files.keys()]) this.#closeFile(id);
    if (this.outage !== undefined) return closeDamaged(this.#providerFile);
    this.#providerFile.reader.close();
    this.#providerFile.writer.close();
  }

  #file(id: number, { mayCreate = false } = {}): Connections {
    const known = this.#files.get(id);
    if (known) {
      this.#files.delete(id);
      this.#files.set(id, known);
      return known;
    }
    if (this.quarantine.has(id)) refuse("ERR_COMPANY_UNAVAILABLE");
    const path = `${this.folder}/${id}/company.db`;
    try {
      // A file without anything in it would pass for a new company.
      const { size } = mayCreate ? { size: 1 } : named(path, () => Deno.statSync(path));
      if (size === 0) throw new BadFile(`${path} is empty: restore a backup`);
      this.#files.set(
        id,
        named(
          path,
          () => openPair(path, { migrations: this.#migrations, onDamage: (error) => this.#damaged(id, path, error) }),
        ),
      );
    } catch (error) {
      const why = (error as Error).message;
      this.quarantine.set(id, why);
      log.error(`Company ${id} is not served: ${why}`, { company: id });
      refuse("ERR_COMPANY_UNAVAILABLE");
    }
    if (this.#files.size > this.mostOpen) this.#closeFile(this.#files.keys().next().value!);
    return this.#files.get(id)!;
  }

  #closeFile(id: number): void {
    const file = this.#files.get(id);
    this.#files.delete(id);
    file?.reader.close();
    file?.writer.close();
  }

  /** A file that was good when it was opened is not: its company is served no more, from this very call on. */
  #damaged(id: number, path: string, error: unknown): void {
    const file = this.#files.get(id);
    // While it is being opened, whoever opens it names it.
    if (!file && !this.quarantine.has(id)) return;
    if (file) {
      const why = damageOf(path, error);
      this.quarantine.set(id, why);
      this.#files.delete(id);
      log.error(`Company ${id} is served no more: ${why}`, { company: id, error });
      this.#afterwards(id, () => closeDamaged(file));
    }
    refuse("ERR_COMPANY_UNAVAILABLE");
  }

  #providerDamaged(path: string, error: unknown): void {
    if (!this.#isOpen) return;
    if (this.outage === undefined) {
      this.outage = damageOf(path, error);
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

function damageOf(path: string, error: unknown): string {
  return `${path} is damaged (${(error as Error).message}): stop Balcão and restore a backup`;
}

function closeDamaged({ reader, writer }: OpenFile): void {
  for (const file of [reader, writer]) {
    try {
      file.close();
    } catch { /* nothing can be written back to it */ }
  }
}

/** Whatever cannot be opened says where it lies. */
export function named<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof BadFile || error instanceof BadCommand) throw error;
    throw new BadFile(`${path} cannot be opened: ${(error as Error).message}`);
  }
}

interface Pair {
  migrations: Migration[];
  isDurable?: boolean;
  onDamage: (error: unknown) => void;
}

function openPair(path: string, { migrations, isDurable, onDamage }: Pair): OpenFile {
  const writer = openDbFile(path, { isDurable, onDamage });
  try {
    migrate(writer, path, migrations);
    const reader = openDbFile(path, { readonly: true, onDamage });
    return { writer, reader };
  } catch (error) {
    writer.close();
    throw error;
  }
}
