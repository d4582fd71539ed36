import { checkName } from "../companies/companies.ts";
import { migrationFolder, migrationsOf } from "../platform/migrate.ts";
import { Refusal } from "../contract/errors.ts";
import type { Tenants } from "../platform/tenants.ts";
import { toDisk } from "../platform/wal.ts";
import { workApart } from "./apart.ts";
import { BadExport } from "./bad_export.ts";
import { type CompanyPart, COUNTED_SINCE, type Header, PARTS } from "./format.ts";
import { MAIN_TABLES } from "../backups/rows.ts";
import { forgetImports, importFolder } from "./import_folders.ts";
import { adopt } from "./adopt.ts";
import { unpack } from "./unpack.ts";

export interface Importing {
  tenants: Tenants;
  path: string;
  password?: string;
  /** What it is to be called; else as it was. Two of one name could not be told apart. */
  name?: string;
  say(text: string): void;
  signal: AbortSignal;
  now: number;
}

export interface Imported {
  id: number;
  name: string;
  /** How many rows its main tables have. */
  rows: Record<string, number>;
  media: number;
  exportedAt: number;
  isAnonymised: boolean;
  plan: CompanyPart["plan"];
  /** Addresses that somebody else here logs in with: their users cannot log in. */
  taken: string[];
  /** Who had a second factor that did not come along, and needs a new password by a link. */
  withoutFactor: string[];
  /** Connections, each of which is to be linked again. */
  connections: number;
  /** API tokens that are good for nothing here. */
  apiTokens: number;
  /** Keys of web chats that another one here has: their pages need the new one. */
  newWebchatKeys: number;
  hasSecrets: boolean;
  /** What would have gone out. */
  held: number;
}

/**
 * Makes a company of an export: of one number more, beside all others. It is seen by nobody until all of it is there; what is
 * refused or killed on the way leaves nothing. A BadExport says what is wrong with the file or its name.
 */
export async function readExport(importing: Importing): Promise<Imported> {
  const { tenants, path, password, say, signal } = importing;
  await forgetImports(tenants);
  const { folder, letGo } = await importFolder(tenants);
  try {
    say("Taking the file apart");
    const newestSchema = migrationsOf("company").at(-1)!.number;
    const accept = (company: CompanyPart["company"]) => refuseNamesake(tenants, importing.name ?? company.name);
    const unpacked = await unpack({ path, password, folder, newestSchema, accept, say, signal });
    const name = importing.name ?? unpacked.company.company.name;
    say("Looking its file through");
    const work = { does: "receive", migrations: migrationFolder("company") } as const;
    const facts = await workApart(`${folder}/company.db`, work, signal).catch((error) => {
      throw error instanceof BadExport ? new BadExport(`This export cannot be taken in: ${error.message}`) : error;
    });
    refuseOtherCounts(unpacked.header, facts.rows);
    await toDisk(`${folder}/company.db`);
    const { header, company: { company, logins, plan }, secrets, media } = unpacked;
    const { origin } = header;
    const adopted = await adopt(tenants, {
      ...{ folder, row: { ...company, name }, logins, secrets, origin },
      ...{ why: "import", moment: header.exportedAt, now: importing.now },
    });
    return {
      ...{ name, rows: facts.rows, media, exportedAt: header.exportedAt, plan },
      ...{ isAnonymised: header.isAnonymised, hasSecrets: secrets !== undefined },
      ...{ connections: facts.connections, apiTokens: facts.apiTokens },
      ...adopted,
    };
  } finally {
    await letGo();
  }
}

function refuseNamesake({ provider }: Tenants, name: string): void {
  try {
    checkName(provider.read, name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new BadExport(`There is a company ${name} here already: give this one another name by --name`);
  }
}

/** Whoever changed the file, or the server that wrote it wrongly, is known by what is not there. */
function refuseOtherCounts({ formatVersion, rows }: Header, found: Record<string, number>): void {
  if (formatVersion < COUNTED_SINCE) return;
  const wrong = MAIN_TABLES.find((table) => rows[table] !== found[table]);
  if (wrong === undefined) return;
  throw new BadExport(
    `This export is damaged: it has ${found[wrong] ?? 0} of the ${
      rows[wrong] ?? 0
    } ${wrong} that ${PARTS.header} names`,
  );
}
