import { milliseconds } from "date-fns/milliseconds";
import { schemaOf } from "../../platform/file_header.ts";
import { migrationsOf, newestOf } from "../../platform/migrate.ts";
import type { Check } from "../check.ts";
import { about, databases, spanText, statOf } from "../files.ts";
import { bad, warning } from "../finding.ts";

/** ms after which it is worth a look whether there is a newer version. */
const OLD = milliseconds({ days: 180 });

export const schema: Check = {
  name: "schema",
  fine: "The files are of this version",
  look(patient) {
    const newest = { provider: newestOf(migrationsOf("provider")), company: newestOf(migrationsOf("company")) };
    return databases(patient).flatMap((file) => {
      const has = schemaOf(file.path), wanted = file.companyId === 0 ? newest.provider : newest.company;
      if (has === undefined || has === wanted) return [];
      const says = `${file.path} has schema ${has}, this version knows ${wanted}`;
      const said = { ...about(file), facts: { path: file.path, has, knows: wanted }, says };
      if (has > wanted) {
        return [bad({ what: "schema_newer", ...said, todo: "Start a newer Balcão, or restore a backup" })];
      }
      // What lies in the log yet may be newer than the file.
      if ((statOf(`${file.path}-wal`)?.size ?? 0) > 0) return [];
      const todo = "Have a backup, then start balcao serve: it brings the file to this version, after a copy";
      return [warning({ what: "schema_older", ...said, todo })];
    });
  },
};

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
