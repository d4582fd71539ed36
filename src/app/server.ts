import type { CertificateState } from "../https/renewal.ts";
import type { Config } from "../platform/config.ts";
import type { OpenFolder } from "../platform/data_folder.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { WebFiles } from "../platform/web_files.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import type { Opening } from "./opening.ts";

export interface Server {
  /** Where it listens: http://127.0.0.1:3000 */
  address: string;
  port: number;
  tenants: Tenants;
  supervisor: Supervisor;
  /** What stands behind the # of the address by which an empty server is set up; nothing once it is. */
  setUpSecret?: string;
  /** Of the certificate, where it speaks https by itself. */
  certificate?: () => CertificateState;
  stop(): Promise<void>;
}

/** A data folder on its way to be served: its port is open, and its screens are answered. */
export interface Opened {
  config: Config;
  folder: OpenFolder;
  opening: Opening;
  pages: WebFiles;
}
