import { BadCommand } from "../platform/config.ts";
import { openDbFile } from "../platform/db.ts";
import { keptFile } from "./kept.ts";
import { fileOf, PROVIDER } from "./schemas.ts";

/** A company that is served now, and is not in the files from before an upgrade. */
export interface LeftBehind {
  id: number;
  name: string;
  /** From another server, which does not serve it any more. */
  hasArrived: boolean;
}

interface Files {
  kept: readonly number[];
  missing: readonly number[];
}

/**
 * The companies that going back would leave behind: their file is too new and there is no older one, or the provider's file from
 * before does not know them.
 */
export function leftBehind(folder: string, { kept, missing }: Files): LeftBehind[] {
  const known = kept.includes(PROVIDER) ? idsIn(keptFile(folder, PROVIDER)) : undefined;
  return companiesIn(fileOf(folder, PROVIDER))
    .filter(({ id }) => missing.includes(id) || known !== undefined && !known.has(id));
}

/**
 * Refuses to go back while a company is among them that came by a move: what is set aside is deleted after a day, and nobody else
 * has it.
 */
export function refuseArrived(left: readonly LeftBehind[]): void {
  const arrived = left.filter(({ hasArrived }) => hasArrived);
  if (arrived.length === 0) return;
  const names = arrived.map(({ id, name }) => `  ${id}\t${name}`).join("\n");
  throw new BadCommand(
    `Nothing was changed. These companies came from another server since the upgrade, and the version from before cannot serve ` +
      `them:\n${names}\nNobody else has them: move them away first, by balcao company move`,
  );
}

function companiesIn(path: string): LeftBehind[] {
  const file = openDbFile(path, { readonly: true });
  try {
    const { rows } = file.one(
      `SELECT json_group_array(json_array(id, name, EXISTS (SELECT 1 FROM arrivals WHERE company_id = companies.id))) AS rows
       FROM companies WHERE removed_at IS NULL`,
    )!;
    return (JSON.parse(String(rows)) as [number, string, number][])
      .map(([id, name, hasArrived]) => ({ id, name, hasArrived: hasArrived === 1 }));
  } finally {
    file.close();
  }
}

/** Also those that were removed by then. */
function idsIn(path: string): ReadonlySet<number> {
  const file = openDbFile(path, { readonly: true });
  try {
    return new Set(JSON.parse(String(file.one("SELECT json_group_array(id) AS ids FROM companies")!.ids)) as number[]);
  } finally {
    file.close();
  }
}
