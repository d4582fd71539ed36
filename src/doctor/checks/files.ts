import { and, isNotNull, isNull } from "drizzle-orm";
import { companyTable } from "../../companies/table.ts";
import { Refusal } from "../../contract/errors.ts";
import type { Check } from "../check.ts";
import { about, bytesText, companyFolders, databases, type DataFile, entries, isUnset, statOf } from "../files.ts";
import { bad, type Found, note, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";
import { isServersKey } from "../../provider_settings/server_key.ts";
import { keysFrom } from "../../platform/keys.ts";
import { unfinishedIn } from "../../platform/unfinished.ts";
import { isOfNewer } from "./version.ts";
import { whyNoDatabase } from "../../platform/whole_file.ts";

/** A log of writings longer than this (bytes) is not moved into its file any more: that happens at 8 MB (platform/wal.ts). */
const LONG_LOG = 64 * 1024 * 1024;

export const serverKey: Check = {
  name: "server_key",
  fine: "The server's key is there and whole",
  look(patient) {
    const { folder } = patient, again = unfinishedIn(folder);
    if (again !== undefined) return [unfinished(patient, again)];
    const path = `${folder}/server.key`, stat = statOf(path);
    if (stat?.size === 32) return foreignKey(patient, path);
    if (isUnset(folder)) {
      const says = `Nothing was set up in ${folder} yet`;
      const todo = `Start it: balcao serve --data ${folder}. If there was something, see whether its disk is mounted`;
      return [warning({ what: "not_set_up", facts: { path: folder }, says, todo })];
    }
    const says = stat ? `${path} is damaged: it has ${stat.size} bytes instead of 32` : `${path} is missing`;
    const todo =
      "Bring it back from a backup (balcao recover) before you start balcao serve: without it nothing sealed can be read";
    return [bad({ what: stat ? "server_key_damaged" : "server_key_missing", facts: { path }, says, todo })];
  },
};

/** Another one in the place of the folder's own, as far as that was noted. */
function foreignKey({ read }: Patient, path: string): Found[] {
  const db = read(0);
  if (db === undefined || isServersKey(db, keysFrom(Deno.readFileSync(path)))) return [];
  const says = `${path} is not the key of this folder: nothing that is sealed in it can be read`;
  const todo = "Bring its own back (balcao recover into another folder has it) before you start balcao serve";
  return [bad({ what: "server_key_foreign", facts: { path }, says, todo })];
}

/** Whatever lies in it is begun anew by the same command: nothing else is to be done with it. */
function unfinished({ folder, heldBy }: Patient, again: string): Found {
  const facts = { path: folder, again };
  if (heldBy && heldBy !== "somebody" && heldBy.command === "recover") {
    const says = `${folder} is being made from a backup just now`;
    return note({ what: "recover_unfinished", facts, says, todo: "" });
  }
  const says = `The recovery of ${folder} from a backup was not finished: nobody can be served from it`;
  return bad({ what: "recover_unfinished", facts, says, todo: `Say it again, which begins anew: ${again}` });
}

export const logs: Check = {
  name: "write_ahead_logs",
  fine: "What was written moves into the files",
  look: (patient) =>
    databases(patient).flatMap((file) => {
      const size = statOf(`${file.path}-wal`)?.size ?? 0;
      if (size <= LONG_LOG) return [];
      const says = `${file.path}-wal has grown to ${bytesText(size)}: it is not moved into its file`;
      const todo = "End what reads the file beside Balcão (lsof says who does), then start balcao serve anew";
      return [warning({ what: "wal_large", ...about(file), facts: { path: `${file.path}-wal`, size }, says, todo })];
    }),
};

/** What is not this user's, or open to others: of the folder and of each company's, without the media in it. */
export const rights: Check = {
  name: "rights",
  fine: "The files are the server's alone",
  look({ folder }) {
    if (Deno.build.os === "windows") return [];
    const below = ["", ...companyFolders(folder).map((id) => `/${id}`)].map((path) => `${folder}${path}`);
    const paths = [folder, ...below.flatMap((path) => entries(path).map(({ name }) => `${path}/${name}`))];
    const owner = statOf(`${folder}/provider.db`)?.uid;
    return [...foreign(paths, owner), ...open(paths)];
  },
};

function foreign(paths: string[], owner: number | null | undefined): Found[] {
  const others = paths.filter((path) => owner != null && (statOf(path)?.uid ?? owner) !== owner);
  if (others.length === 0) return [];
  const says = `${several(others)} is another user's than provider.db`;
  const todo = `chown -R ${owner} the data folder: the server cannot write what is somebody else's`;
  return [bad({ what: "foreign_owner", facts: { ...severalOf(others), owner: owner! }, says, todo })];
}

function open(paths: string[]): Found[] {
  const wide = paths.filter((path) => {
    const stat = statOf(path);
    return stat && !stat.isSymlink && !stat.isSocket && ((stat.mode ?? 0) & 0o077) !== 0;
  });
  if (wide.length === 0) return [];
  const says = `Other users of this machine may open ${several(wide)}`;
  const todo = "chmod 700 the folders and 600 the files, or start balcao serve anew, which does that";
  return [warning({ what: "open_to_others", facts: severalOf(wide), says, todo })];
}

function severalOf(paths: string[]): { path: string; more: number } {
  return { path: paths[0]!, more: paths.length - 1 };
}

function several(paths: string[]): string {
  const { path, more } = severalOf(paths);
  return more === 0 ? path : `${path} (and ${more} more)`;
}

/** Companies that are not served, and files that no database can be. */
export const damage: Check = {
  name: "damage",
  fine: "Every company's file can be opened",
  look(patient) {
    const { running } = patient, quarantine = running?.tenants.quarantine ?? new Map<number, string>();
    const halfMade = halfMadeIn(patient),
      files = databases(patient).filter(({ companyId }) => !halfMade.has(companyId));
    const found = [...files, ...withoutFolder(patient)].flatMap((file) => {
      const why = quarantine.get(file.companyId) ?? whyNoDatabase(file.path);
      if (why === undefined || isOfNewer(file)) return [];
      return [running?.tenants.notUpgraded.has(file.companyId) ? notUpgraded(file, why) : damaged(file, why)];
    });
    const outage = running?.tenants.outage;
    return outage && !found.some(({ company }) => company === undefined)
      ? [damaged({ companyId: 0, path: "provider.db" }, outage), ...found]
      : found;
  },
};

/** What was killed while it made a company has left it so: nobody sees it, and the next server, or its clock, removes it. */
function halfMadeIn({ read }: Patient): Set<number> {
  const { id, removedAt, removedState } = companyTable;
  try {
    const rows = read(0)?.select({ id }).from(companyTable).where(and(isNotNull(removedAt), isNull(removedState)))
      .all();
    return new Set((rows ?? []).map((row) => row.id));
  } catch {
    return new Set();
  }
}

/** The files of companies that are known, and whose folders are gone. */
function withoutFolder({ folder, read }: Patient): DataFile[] {
  const there = new Set(companyFolders(folder));
  try {
    const known = read(0)?.select({ id: companyTable.id }).from(companyTable).where(isNull(companyTable.removedAt));
    return (known?.all() ?? []).filter(({ id }) => !there.has(id))
      .map(({ id }) => ({ companyId: id, path: `${folder}/${id}/company.db` }));
  } catch {
    // Of the provider's file something else is said.
    return [];
  }
}

export function damaged(file: DataFile, why: string): Found {
  const says = file.companyId === 0 ? `The provider's file cannot be used: ${why}` : `A company is not served: ${why}`;
  const todo = file.companyId === 0
    ? "Stop balcao serve and bring the folder back from a backup: balcao recover"
    : `Bring it back from a backup: balcao restore ${file.companyId}`;
  return bad({ what: "damaged", ...about(file), facts: { why }, says, todo });
}

function notUpgraded(file: DataFile, why: string): Found {
  const says = `A company is not served, because its file could not be upgraded: ${why}`;
  const restore = `balcao restore ${file.companyId}`;
  const todo = "Its file is as it was: mend what is said, then start balcao serve anew, which tries it again; " +
    `or go back within a day: balcao rollback. A damaged one (malformed) comes from a backup: ${restore}`;
  return bad({ what: "not_upgraded", ...about(file), facts: { why }, says, todo });
}

/** How long a person's command has to wait for others: between two tables they go on. */
export const integrity: Check = {
  name: "integrity",
  fine: "Every page of every file is whole, or was not looked at (--deep)",
  async look(patient) {
    if (!patient.isDeep) return [];
    const found: Found[] = [];
    for (const file of databases(patient)) {
      if (downIn(patient, file)) continue;
      found.push(...await faultIn(patient, file));
    }
    return found;
  },
};

/** Why the server does not serve a file, if so: `damage` says that. */
function downIn({ running }: Patient, { companyId }: DataFile): string | undefined {
  return companyId === 0 ? running?.tenants.outage : running?.tenants.quarantine.get(companyId);
}

async function faultIn(patient: Patient, file: DataFile): Promise<Found[]> {
  const { path } = file;
  try {
    const db = patient.read(file.companyId);
    if (!db) return [];
    const tables = db.all<{ name: string }>("select name from sqlite_schema where type = 'table' and rootpage > 0");
    for (const { name } of tables) {
      await new Promise((resolve) => setTimeout(resolve));
      const [row] = db.all<{ integrity_check: string }>(`PRAGMA integrity_check("${name.replaceAll('"', '""')}")`);
      if (row && row.integrity_check !== "ok") {
        return [damaged(file, `${path} is damaged in ${name} (${row.integrity_check})`)];
      }
    }
    return [];
  } catch (error) {
    // Met by the server itself, which has closed the file by now and knows why; or it rests, being moved or restored.
    const down = downIn(patient, file);
    if (down) return [damaged(file, down)];
    if (error instanceof Refusal) return [restingFile(file)];
    return [damaged(file, `${path} is damaged (${(error as Error).message})`)];
  }
}

function restingFile(file: DataFile): Found {
  const why = "it is being moved or restored just now", todo = "Ask again once that is done";
  return warning({ what: "not_looked_at", ...about(file), facts: { why }, says: `${file.path}: ${why}`, todo });
}
