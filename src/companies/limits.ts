import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { type Excess, LIMITED, type Limited, type PlanExcess } from "../contract/plans.ts";
import type { Company, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type PlanRow, planTable } from "../plans/table.ts";
import { companyTable } from "./table.ts";

const planOfCompany = prepared((db) =>
  db.select({ plan: planTable }).from(companyTable).innerJoin(planTable, eq(planTable.id, companyTable.planId))
    .where(eq(companyTable.id, prepared.arg("companyId"))).prepare()
);

/** What a company's plan allows; without a plan there are no limits. */
function planOf({ provider }: Tenants, companyId: number): PlanRow | undefined {
  return planOfCompany.one(provider.read, { companyId })?.plan;
}

/**
 * Refuses one more than the company's plan allows. `db` is the company's transaction that is about to create it, so that
 * two who create at once are counted (behaviour.md, Companies, plans, money). What is there already stays when a plan is
 * lowered.
 */
export function checkLimit(tenants: Tenants, company: Company, what: Limited, db: Read): void {
  const limit = planOf(tenants, company.id)?.[what] ?? null;
  if (limit !== null && countOf(db, what) >= limit) refuse("ERR_PLAN_LIMIT", { detail: { what, limit } });
}

/** How many bytes of files a company may still take; Infinity without a limit. */
export function storageLeft(tenants: Tenants, company: Company): number {
  const limit = planOf(tenants, company.id)?.storage ?? null;
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

/** How much of each a company has, and may have; null = as much as it likes. Of storage both are bytes. */
export interface Room {
  what: Limited | "storage";
  count: number;
  limit: number | null;
}

export function roomOf(tenants: Tenants, company: Company): Room[] {
  const plan = planOf(tenants, company.id);
  return countsIn(company.read).map(([what, count]) => ({ what, count, limit: plan?.[what] ?? null }));
}

/** What the companies of a plan have more of than it allows. One whose file cannot be read is passed over. */
export function excessesOf(tenants: Tenants, planId: number): Excess[] {
  const { id, name } = companyTable;
  const companies = tenants.provider.read.select({ id, name }).from(companyTable)
    .where(and(eq(companyTable.planId, planId), isNull(companyTable.removedAt))).orderBy(asc(id)).all();
  return companies.flatMap((company) => excessesWithin(tenants, company));
}

/** What a company has more of than its plan allows. */
export function excessesOfCompany(tenants: Tenants, companyId: number): Excess[] {
  const { id, name } = companyTable;
  const [company] = tenants.provider.read.select({ id, name }).from(companyTable).where(eq(id, companyId)).all();
  return company ? excessesWithin(tenants, company) : [];
}

/** What a company would have more of than a plan allows; nothing where its file cannot be read. */
export function excessesUnder(tenants: Tenants, companyId: number, plan: PlanRow): PlanExcess[] {
  try {
    return excessesIn(tenants.company(companyId).read, plan);
  } catch (error) {
    log.warn("What a company would have beyond a plan is not known", { company: companyId, error });
    return [];
  }
}

function excessesWithin(tenants: Tenants, company: Excess["company"]): Excess[] {
  try {
    const plan = planOf(tenants, company.id);
    return plan ? excessesIn(tenants.company(company.id).read, plan).map((excess) => ({ company, ...excess })) : [];
  } catch (error) {
    log.warn("What a company has beyond its plan is not known", { company: company.id, error });
    return [];
  }
}

function excessesIn(db: Read, plan: PlanRow): PlanExcess[] {
  return countsIn(db).flatMap(([what, count]) => {
    const limit = plan[what];
    return limit !== null && count > limit ? [{ what, count, limit }] : [];
  });
}

function countsIn(db: Read) {
  return [...LIMITED.map((what) => [what, countOf(db, what)] as const), ["storage", storedBytes(db)] as const];
}

function countOf(db: Read, what: Limited): number {
  return db.all<{ count: number }>(sql`select count(*) as count from ${sql.identifier(what)}`)[0]!.count;
}
