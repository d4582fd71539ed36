import { refuse } from "../contract/errors.ts";
import { inTransaction, type Read, type Write } from "./company.ts";
import { log } from "./log.ts";
import { migrationsOf } from "./migrate.ts";
import { closeDamaged, damageOf, named, type OpenFile, openPair } from "./open_pair.ts";
import type { SlowStatements } from "./slow_statements.ts";
import type { Wal } from "./wal.ts";

/** What spans companies: who logs in where, plans, due dates. */
export interface Provider {
  read: Read;
  write<T>(work: (db: Write) => T): T;
  /** How many writings there were since the server has started, as of a company. */
  writes: number;
}

/** The provider's own file; without it nobody can be served. */
export class ProviderFile {
  readonly provider: Provider;
  /** Why nothing at all can be served: it is damaged. */
  outage: string | undefined;
  readonly #path: string;
  readonly #file: OpenFile;
  #isOpen = false;

  constructor(folder: string, slow: SlowStatements, readonly onDamage: () => void) {
    const path = this.#path = `${folder}/provider.db`;
    this.#file = named(
      path,
      () =>
        openPair(path, {
          migrations: migrationsOf("provider"),
          isDurable: true,
          onDamage: (error) => this.#damaged(error),
          onSlow: (sql, ms) => slow.note(0, sql, ms),
        }),
    );
    this.provider = this.#asProvider();
    this.#isOpen = true;
  }

  #asProvider(): Provider {
    const file = this.#file, { writer } = file;
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

  /** Where it lies, and its log. */
  get place(): { path: string; wal: Wal } {
    return { path: this.#path, wal: this.#file.writer.wal };
  }

  close(): void {
    if (this.outage !== undefined) return closeDamaged(this.#file);
    this.#file.close();
  }

  #damaged(error: unknown): void {
    if (!this.#isOpen) return;
    if (this.outage === undefined) {
      this.outage = `${damageOf(this.#path, error)}: stop Balcão and restore a backup`;
      log.error(`Nothing is served any more: ${this.outage}`, { error });
      this.onDamage();
    }
    refuse("ERR_SERVER_UNAVAILABLE");
  }
}
