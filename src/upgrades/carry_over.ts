import { type DbFile, openDbFile } from "../platform/db.ts";
import { removeIfThere } from "../service/steps.ts";

/**
 * What holds for good, whichever version serves: who was erased, and which companies were given away to other servers. Each with
 * the rows that only the newer file has.
 */
const FOR_GOOD = [
  { table: "erasures", of: "company_id IN (SELECT id FROM main.companies)" },
  { table: "erased_addresses", of: "erasure_id IN (SELECT id FROM main.erasures)" },
  { table: "company_moves", of: "company_id IN (SELECT id FROM main.companies)" },
];
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
    try {
      carryAll(file);
      file.exec("COMMIT");
    } catch (error) {
      file.exec("ROLLBACK");
      throw error;
    }
    file.exec(`DETACH ${NEWER}`);
  } finally {
    file.close();
    for (const ending of ["-wal", "-shm"]) removeIfThere(`${older}${ending}`);
  }
}

function carryAll(file: DbFile): void {
  const knowsMoves = columnsOf(file, "main", "company_moves").length > 0;
  // One that came since and has moved on is known by a row, as any that moved away.
  if (knowsMoves) carryTable(file, "companies", `id IN (SELECT company_id FROM ${NEWER}.company_moves)`, "IGNORE");
  for (const { table, of } of FOR_GOOD) carryTable(file, table, of, "REPLACE");
  carryNumbers(file);
  if (!knowsMoves) return;
  file.exec(`UPDATE companies SET removed_at = moved.at, plan_id = NULL FROM company_moves AS moved
    WHERE moved.company_id = companies.id AND companies.removed_at IS NULL`);
}

/** A number that a company had since is not given to another: where it moved to, and who was erased in it, stands by the number. */
function carryNumbers(file: DbFile): void {
  file.exec(`INSERT INTO main.sqlite_sequence (name, seq) SELECT name, 0 FROM ${NEWER}.sqlite_sequence
    WHERE name = 'companies' AND NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = 'companies')`);
  file.exec(`UPDATE main.sqlite_sequence SET seq = max(seq, coalesce(
    (SELECT seq FROM ${NEWER}.sqlite_sequence WHERE name = 'companies'), 0)) WHERE name = 'companies'`);
}

/** A version that did not know a table yet has no use for it. */
function carryTable(file: DbFile, table: string, which: string, other: "IGNORE" | "REPLACE"): void {
  const known = columnsOf(file, NEWER, table),
    columns = columnsOf(file, "main", table)
      // Plans are not carried over.
      .filter((column) => known.includes(column) && column !== "plan_id").join(", ");
  if (!columns) return;
  file.exec(
    `INSERT OR ${other} INTO main.${table} (${columns}) SELECT ${columns} FROM ${NEWER}.${table} WHERE ${which}`,
  );
}

function columnsOf(file: DbFile, schema: string, table: string): string[] {
  const { names } = file.one(
    `SELECT json_group_array(name) AS names FROM pragma_table_info('${table}', '${schema}')`,
  )!;
  return JSON.parse(String(names)) as string[];
}
