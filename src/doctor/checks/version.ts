import { milliseconds } from "date-fns/milliseconds";
import { schemaOf } from "../../platform/file_header.ts";
import { migrationsOf, newestOf } from "../../platform/migrate.ts";
import type { Check } from "../check.ts";
import { rollbackUnderWay } from "../../upgrades/half_way.ts";
import { about, databases, type DataFile, spanText, statOf } from "../files.ts";
import { bad, type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** ms after which it is worth a look whether there is a newer version. */
const OLD = milliseconds({ days: 180 });

/** The newest schema that this program knows of such a file. */
function knownOf({ companyId }: Pick<DataFile, "companyId">): number {
  return newestOf(migrationsOf(companyId === 0 ? "provider" : "company"));
}

/** Whether a newer program has written a file, so that this one serves nobody from it: `schema` says that. */
export function isOfNewer(file: DataFile): boolean {
  return (schemaOf(file.path) ?? 0) > knownOf(file);
}

export const schema: Check = {
  name: "schema",
  fine: "The files are of this version",
  look(patient) {
    return rollbackUnderWay(patient.folder) ? [halfWay(patient)] : databases(patient).flatMap((file) => {
      const has = schemaOf(file.path), wanted = knownOf(file);
      if (has === undefined || has === wanted) return [];
      const says = `${file.path} has schema ${has}, this version knows ${wanted}`;
      const said = { ...about(file), facts: { path: file.path, has, knows: wanted }, says };
      if (has > wanted) {
        return [
          bad({
            what: "schema_newer",
            ...said,
            says: `${says}: it is not opened`,
            todo: "Start a newer Balcão, or restore a backup",
          }),
        ];
      }
      // `damage` says so, with what to do.
      if (patient.running?.tenants.notUpgraded.has(file.companyId)) return [];
      // What lies in the log yet may be newer than the file.
      if ((statOf(`${file.path}-wal`)?.size ?? 0) > 0) return [];
      const todo = "Have a backup, then start balcao serve: it brings the file to this version, after a copy";
      return [warning({ what: "schema_older", ...said, todo })];
    });
  },
};

/** Whichever program looks: some files are older than others, and which is no matter. */
function halfWay({ folder: path }: Patient): Found {
  const says = `A rollback of ${path} was broken off, and nobody is served from it`;
  return bad({ what: "rollback_unfinished", facts: { path }, says, todo: "Say balcao rollback again, which ends it" });
}

export const version: Check = {
  name: "version",
  fine: "This version has not been here for long",
  look({ now, version }) {
    // Of the sources nobody knows when they were brought here.
    if (/(^|\/)deno[^/]*$/.test(Deno.execPath())) return [];
    const since = statOf(Deno.execPath())?.mtime?.getTime() ?? now;
    if (now - since < OLD) return [];
    const ms = now - since, says = `Balcão ${version} has been here for ${spanText(ms)}`;
    const todo = "Look whether there is a newer version";
    return [warning({ what: "version_old", facts: { version, ms }, says, todo })];
  },
};
