import { type DbFile, openDbFile } from "../platform/db.ts";
import { removeIfThere } from "../service/steps.ts";

/**
 * What holds for good, whichever version serves: who was erased, and which companies were given away to other servers. Each with
 * the rows that only the newer file has.
 */
const FOR_GOOD = ["erasures", "erased_addresses", "company_moves"];
const NEWER = "newer";

/**
 * Brings it from the provider's newer file into the one from before an upgrade, which takes its place: a company that moved away
 * must not be served in two places. Nobody has either of them open, and the newer one stays as it is. It may be done again.
 */
export function carryOver(newer: string, older: string): void {
  const file = openDbFile(older, { isDurable: true });
  try {
    file.exec(`ATTACH '${newer.replaceAll("'", "''")}' AS ${NEWER}`);
    file.exec("BEGIN IMMEDIATE");
    for (const table of FOR_GOOD) carryTable(file, table);
    if (columnsOf(file, "main", "company_moves").length > 0) {
      file.exec(`UPDATE companies SET removed_at = moved.at, plan_id = NULL FROM company_moves AS moved
        WHERE moved.company_id = companies.id AND companies.removed_at IS NULL`);
    }
    file.exec("COMMIT");
    file.exec(`DETACH ${NEWER}`);
  } finally {
    file.close();
    for (const ending of ["-wal", "-shm"]) removeIfThere(`${older}${ending}`);
  }
}

/** A version that did not know a table yet has no use for it. */
function carryTable(file: DbFile, table: string): void {
  const known = columnsOf(file, NEWER, table),
    columns = columnsOf(file, "main", table)
      .filter((column) => known.includes(column)).join(", ");
  if (columns) file.exec(`INSERT OR REPLACE INTO main.${table} (${columns}) SELECT ${columns} FROM ${NEWER}.${table}`);
}

function columnsOf(file: DbFile, schema: string, table: string): string[] {
  const { names } = file.one(
    `SELECT json_group_array(name) AS names FROM pragma_table_info('${table}', '${schema}')`,
  )!;
  return JSON.parse(String(names)) as string[];
}
