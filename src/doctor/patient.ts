import type { Backups } from "../backups/backups.ts";
import type { CertificateState } from "../https/renewal.ts";
import type { Read } from "../platform/company.ts";
import type { Config } from "../platform/config.ts";
import type { Holder } from "../platform/folder_lock.ts";
import type { Tenants } from "../platform/tenants.ts";

/** What only the process knows that serves the folder. */
export interface Running {
  version: string;
  tenants: Tenants;
  config: Config;
  /** Where it listens: http://127.0.0.1:3000 */
  address: string;
  /** Nothing while there is no key for backups. */
  backups: Backups | undefined;
  /** Of the certificate, where it speaks https by itself. */
  certificate?: () => CertificateState;
  /** Seconds by which 99 of 100 rounds of the event loop were late at most, of late; nothing until some were seen. */
  loopDelay: () => number | undefined;
  /** How many sessions at networks there are. */
  sessions: () => number;
  /** When it started (ms). */
  startedAt: number;
  /** The server before it, if that was not stopped: since when it ran (ms; 0 = not known). */
  diedBefore?: { since: number };
}

/** A data folder that is looked at. Nothing in it is changed by that. */
export interface Patient {
  folder: string;
  /** Of the program that looks. */
  version: string;
  /** ms */
  now: number;
  /** Every page of every file is read. */
  isDeep: boolean;
  /** Whose clock ours is compared with; nothing = no other machine is asked. */
  online?: string;
  /** Where the key of the backups lies, if anywhere. */
  keyPath?: string;
  /** Who holds the folder and cannot be asked; then no database is opened. */
  heldBy?: Holder | "somebody";
  /** A database of the folder, 0 = the provider's; undefined where it must not or cannot be opened. */
  read(companyId: number): Read | undefined;
  /** Where the system tells of this process: /proc/self */
  proc: string;
  running?: Running;
  /** Where none serves: the last server, if that was not stopped. */
  diedBefore?: Running["diedBefore"];
  /** So long (ms) a connection is down before it is named; 5 minutes where that is not said. */
  downAfter?: number;
}
