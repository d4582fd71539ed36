import { eq, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Company, Read } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companyRow } from "./companies.ts";
import { companyTable } from "./table.ts";

/** What a plan counts (spec 2 §3, Plan). */
export const LIMITED = ["users", "connections", "queues"] as const;
export type Limited = typeof LIMITED[number];

const COLUMN = {
  users: "maxUsers",
  connections: "maxConnections",
  queues: "maxQueues",
  storage: "maxStorage",
} as const;

/**
 * Refuses one more than the company's plan allows. `db` is the company's transaction that is about to create it, so that
 * two who create at once are counted (behaviour.md, Companies, plans, money). What is there already stays when a plan is
 * lowered.
 */
export function checkLimit(tenants: Tenants, company: Company, what: Limited, db: Read): void {
  const limit = companyRow(tenants, company.id)?.[COLUMN[what]] ?? null;
  if (limit === null) return;
  const [{ count } = { count: 0 }] = db.all<{ count: number }>(
    sql`select count(*) as count from ${sql.identifier(what)}`,
  );
  if (count >= limit) refuse("ERR_PLAN_LIMIT", { detail: { what, limit } });
}

/** Sets what a company's plan allows; null = no limit. Storage is counted in bytes. */
export function setLimit(
  { provider }: Tenants,
  companyId: number,
  what: Limited | "storage",
  limit: number | null,
): void {
  provider.write((db) =>
    void db.update(companyTable).set({ [COLUMN[what]]: limit }).where(eq(companyTable.id, companyId)).run()
  );
}

/** How many bytes of files a company may still take; Infinity without a limit. */
export function storageLeft(tenants: Tenants, company: Company): number {
  const limit = companyRow(tenants, company.id)?.maxStorage ?? null;
  return limit === null ? Infinity : Math.max(0, limit - storedBytes(company.read));
}

/** Refuses so many bytes more when the company has no room for them. */
export function checkStorage(tenants: Tenants, company: Company, bytes: number): void {
  if (bytes > storageLeft(tenants, company)) refuse("ERR_STORAGE_LIMIT");
}

/** The bytes of all files that the company keeps. */
export function storedBytes(db: Read): number {
  return db.all<{ bytes: number }>(sql`select bytes from storage`)[0]!.bytes;
}
