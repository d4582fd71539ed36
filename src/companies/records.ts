import { and, asc, eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { CompanyForm, CompanyRecord } from "../contract/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { Read, Write } from "../platform/company.ts";
import { folded } from "../platform/full_text.ts";
import { nextRevision, type ProviderMaker, refuseIfOther } from "../platform/provider_revisions.ts";
import { planTable } from "../plans/table.ts";
import { dayOf, isDueDay } from "../shared/recurrence.ts";
import { checkName } from "./companies.ts";
import { type CompanyRow, companyTable } from "./table.ts";

export const COMPANY_PAGE = 20;

type Values = z.output<typeof CompanyForm>;

/** All companies by name as the provider sees them; `db` is provider.db here, always. */
export function companyRecords(db: Read): CompanyRecord[] {
  return withPlans(db, isNull(companyTable.removedAt)).sort((a, b) => a.name.localeCompare(b.name, "pt-BR"));
}

interface Asked {
  searchParam: string;
  pageNumber: number;
}

/** A page of those whose name or e-mail has the searched letters. */
export function companyPage(db: Read, { searchParam, pageNumber }: Asked) {
  const wanted = folded(searchParam);
  const found = companyRecords(db).filter(({ name, email }) => folded(`${name}\n${email}`).includes(wanted));
  const from = (pageNumber - 1) * COMPANY_PAGE, to = from + COMPANY_PAGE;
  return { companies: found.slice(from, to), count: found.length, hasMore: found.length > to };
}

/** One of them; ERR_NO_COMPANY_FOUND when there is none, or none any more. */
export function companyRecord(db: Read, id: number): CompanyRecord {
  return withPlans(db, and(isNull(companyTable.removedAt), eq(companyTable.id, id)))[0] ??
    refuse("ERR_NO_COMPANY_FOUND");
}

function withPlans(db: Read, which: ReturnType<typeof and>): CompanyRecord[] {
  return db.select({ company: companyTable, plan: { id: planTable.id, name: planTable.name } }).from(companyTable)
    .leftJoin(planTable, eq(planTable.id, companyTable.planId)).where(which).orderBy(asc(companyTable.id)).all()
    .map(({ company, plan }) => recordOf(company, plan));
}

function recordOf(row: CompanyRow, plan: CompanyRecord["plan"]): CompanyRecord {
  const { id, name, email, phone, planId, campaignsEnabled, dueDate, dueDay, recurrence, trialExpiration } = row;
  const { timeZone, isProviders, revision } = row;
  return {
    ...{ id, name, email, phone, planId, plan, status: row.isActive, campaignsEnabled, dueDate, dueDay, recurrence },
    ...{ trialExpiration, timeZone, createdAt: new Date(row.createdAt).toISOString(), isProviders, revision },
  };
}

export interface By {
  by: ProviderMaker;
  /** ms */
  now: number;
}

/** Changes one, and answers how it was, too; `was` is the revision that its maker saw. */
export function changeRecord(db: Write, id: number, { was, ...values }: Values & { was?: number }, { by, now }: By) {
  const before = companyRecord(db, id);
  const had = db.select().from(companyTable).where(eq(companyTable.id, id)).get()!;
  refuseIfOther(had, was, before);
  checkName(db, values.name, id);
  checkProviders(before, values);
  if (values.planId !== before.planId) checkPlan(db, values.planId, before);
  // One by one: whoever gives a whole record back has more in it than its row takes, and not as the row has it.
  const { name, email, phone, planId, status, campaignsEnabled, dueDate, recurrence } = values;
  const said = { name, email, phone, planId, isActive: status, campaignsEnabled, dueDate, recurrence };
  const change = { ...said, dueDay: dueDayOf(before, values), ...nextRevision(had, by, now) };
  db.update(companyTable).set(change).where(eq(companyTable.id, id)).run();
  return { record: companyRecord(db, id), before };
}

/** The provider's own company is never overdue, suspended or removed (behaviour.md, Companies, plans, money). */
function checkProviders({ isProviders }: CompanyRecord, { status, dueDate }: Values): void {
  if (isProviders && (!status || dueDate !== null)) refuse("ERR_PROVIDERS_COMPANY");
}

/** Every company has a plan, but the provider's own. */
export function checkPlan(db: Read, planId: number | null, company?: CompanyRecord): void {
  if (planId === null) {
    if (!company?.isProviders) refuse("ERR_INVALID_INPUT", { fields: { planId: "required" } });
  } else if (db.select({ id: planTable.id }).from(planTable).where(eq(planTable.id, planId)).all().length === 0) {
    refuse("ERR_INVALID_INPUT", { fields: { planId: "unknown" } });
  }
}

/** The day of the month on which it pays from now on. The last of a short month keeps the day that was there before. */
function dueDayOf({ dueDay }: CompanyRecord, { dueDate }: Values): number | null {
  if (dueDate === null) return null;
  return dueDay !== null && isDueDay(dueDate, dueDay) ? dueDay : dayOf(dueDate);
}
