import { PROVIDER } from "../../backups/keys.ts";
import { companyTable } from "../../companies/table.ts";
import type { Patient } from "../patient.ts";

/** The companies that are there, and since when (ms); the provider's file among them. */
export function companiesSince({ read }: Patient): Map<number, number> {
  const { id, createdAt, removedAt } = companyTable;
  const rows = read(0)?.select({ id, createdAt, removedAt }).from(companyTable).all() ?? [];
  return new Map([
    [PROVIDER, 0],
    ...rows.filter((row) => row.removedAt === null).map((row) => [row.id, row.createdAt] as const),
  ]);
}
