import { asc, eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import type { Plan, PlanForm, PlanOffer } from "../contract/plans.ts";
import type { Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { nextRevision, type ProviderMaker, refuseIfOther } from "../platform/provider_revisions.ts";
import { centsOf } from "../shared/money.ts";
import { type PlanRow, planTable } from "./table.ts";

/** `db` is provider.db here, always. */
function planRow(db: Read, id: number): PlanRow | undefined {
  return db.select().from(planTable).where(eq(planTable.id, id)).all()[0];
}

/** The plans to choose from at sign-up, by price. */
export function planOffers(db: Read): PlanOffer[] {
  return db.select().from(planTable).where(eq(planTable.offered, true))
    .orderBy(asc(planTable.value), asc(planTable.id)).all().map(offerOf);
}

/** All plans by name, each with how many companies have it. */
export function allPlans(db: Read): Plan[] {
  const companies = companiesOfPlans(db);
  return db.select().from(planTable).orderBy(asc(sql`name collate nocase`), asc(planTable.id)).all()
    .map((row) => planOf(row, companies.get(row.id) ?? 0));
}

/** One plan; ERR_NO_PLAN_FOUND when there is none. */
export function planById(db: Read, id: number): Plan {
  return planOf(planRow(db, id) ?? refuse("ERR_NO_PLAN_FOUND"), companiesOfPlans(db).get(id) ?? 0);
}

type PlanValues = z.output<typeof PlanForm>;

/** A new plan; ERR_DUPLICATED_NAME when there is one of that name. */
export function addPlan(db: Write, { value, ...rest }: PlanValues, now: number): Plan {
  const row = { ...rest, value: centsOf(value), createdAt: now };
  return planOf(unlessTaken(() => db.insert(planTable).values(row).returning().get()), 0);
}

/** Changes a plan; `was` is the revision that its maker saw. */
export function changePlan(
  db: Write,
  id: number,
  { was, value, ...rest }: PlanValues & { was?: number },
  { by, now }: { by: ProviderMaker; now: number },
): Plan {
  const had = planRow(db, id) ?? refuse("ERR_NO_PLAN_FOUND");
  refuseIfOther(had, was, planById(db, id));
  const row = { ...rest, value: centsOf(value), ...nextRevision(had, by, now) };
  unlessTaken(() => db.update(planTable).set(row).where(eq(planTable.id, id)).run());
  return planById(db, id);
}

/** Deletes a plan; ERR_PLAN_IN_USE, with their number, while companies have it, have chosen it or are to pay for it. */
export function removePlan(db: Write, id: number): void {
  planById(db, id);
  const companies = companiesInNeedOf(db, id);
  if (companies > 0) refuse("ERR_PLAN_IN_USE", { detail: { companies } });
  db.delete(planTable).where(eq(planTable.id, id)).run();
}

/** How many companies have each plan. */
function companiesOfPlans(db: Read): Map<number, number> {
  const rows = db.all<{ id: number; count: number }>(
    sql`select plan_id as id, count(*) as count from companies
      where plan_id is not null and removed_at is null group by plan_id`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

function companiesInNeedOf(db: Read, planId: number): number {
  return db.all<{ count: number }>(
    sql`select count(*) as count from companies where removed_at is null and (
      plan_id = ${planId}
      or id in (select company_id from wanted_plans where plan_id = ${planId} and instead_of is companies.plan_id)
      or id in (select company_id from invoices where plan_id = ${planId} and status = 'open')
    )`,
  )[0]!.count;
}

function offerOf({ id, name, users, connections, queues, value }: PlanRow): PlanOffer {
  return { id, name, users, connections, queues, value: value / 100 };
}

function planOf(row: PlanRow, companies: number): Plan {
  return { ...offerOf(row), storage: row.storage, offered: row.offered, companies, revision: row.revision };
}

function unlessTaken<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (brokenUnique(error)) refuse("ERR_DUPLICATED_NAME", { fields: { name: "taken" } });
    throw error;
  }
}
