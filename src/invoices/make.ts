import { and, asc, eq, gt, isNotNull, isNull, lte, not, notExists, or, sql, type SQLWrapper } from "drizzle-orm";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type PlanRow, planTable } from "../plans/table.ts";
import { dayAfter, dayIn, daysBetween } from "../shared/clock.ts";
import { RECURRENCES } from "../shared/recurrence.ts";
import { type News, nothingNew, publishNews } from "./news.ts";
import { companyIn, openInvoicesOf, setInvoice, takeBackCharges } from "./rows.ts";
import { type InvoiceRow, invoiceTable, wantedPlanTable } from "./table.ts";

/** Days before its due date on which an invoice is made (behaviour.md, Companies, plans, money). */
export const MADE_BEFORE = 20;
/** So many are made in one transaction; then other work has its turn, for as long as that took and no less than this (ms). */
const PORTION = 10, LEAST_PAUSE = 5;
/** Companies are looked for so many at a time. */
const FOUND_AT_ONCE = 100;

/**
 * Makes the invoices that are due to be made, one for each company's due date, however often it is called. None for the
 * provider's own company, for one that is suspended or removed, and where the plan costs nothing: such a due date stays as
 * the super user has set it.
 */
export async function makeInvoices(tenants: Tenants, now: number): Promise<void> {
  let ids = companiesToBill(tenants.provider.read, { after: 0, now });
  while (ids.length > 0) {
    for (let at = 0; at < ids.length; at += PORTION) await makePortion(tenants, ids.slice(at, at + PORTION), now);
    ids = companiesToBill(tenants.provider.read, { after: ids.at(-1)!, now });
  }
}

async function makePortion(tenants: Tenants, ids: number[], now: number): Promise<void> {
  const from = performance.now(), news = nothingNew();
  // What has changed since they were found is looked at once more for each.
  tenants.provider.write((db) => ids.forEach((id) => makeInvoice(db, id, { now, news })));
  publishNews(tenants, news);
  await new Promise((resolve) => setTimeout(resolve, Math.max(LEAST_PAUSE, performance.now() - from)));
}

/** The ids of companies, from one on, that may want an invoice; the time zone of each has the last word. */
function companiesToBill(db: Read, { after, now }: { after: number; now: number }): number[] {
  const { id, dueDate, planId } = companyTable;
  const lastDay = dayAfter(dayIn("UTC", now), MADE_BEFORE + 1);
  const isMade = db.select({ id: invoiceTable.id }).from(invoiceTable).where(
    and(eq(invoiceTable.companyId, id), eq(invoiceTable.dueDate, dueDate), standsFor(dueDate)),
  );
  return db.select({ id }).from(companyTable)
    .leftJoin(
      wantedPlanTable,
      and(eq(wantedPlanTable.companyId, id), sql`${wantedPlanTable.insteadOf} is ${planId}`),
    )
    .innerJoin(planTable, eq(planTable.id, sql`coalesce(${wantedPlanTable.planId}, ${planId})`))
    .where(
      and(
        lte(dueDate, lastDay),
        isNull(companyTable.removedAt),
        eq(companyTable.isProviders, false),
        eq(companyTable.isActive, true),
        gt(planTable.value, 0),
        gt(id, after),
        notExists(isMade),
      ),
    ).orderBy(asc(id)).limit(FOUND_AT_ONCE).all().map((row) => row.id);
}

/**
 * Whether an invoice of a due date stands for it: it is open, or paid and has not moved the date. One that has moved it is
 * history: a company that is due on that day again was set back to it by hand, and pays for it again.
 */
function standsFor(dueDate: SQLWrapper | string) {
  const { status, renewedTo } = invoiceTable;
  const isHistory = and(isNotNull(renewedTo), gt(renewedTo, dueDate));
  return or(eq(status, "open"), and(eq(status, "paid"), not(isHistory!)));
}

export interface Underway {
  now: number;
  news: News;
}

/** Makes the invoice for a company's due date, where one is due to be made and there is none. `db` is provider.db here, always. */
export function makeInvoice(db: Write, companyId: number, { now, news }: Underway): void {
  const company = companyIn(db, companyId), plan = company && planToPay(db, company);
  if (!company || !plan || !isToBeMade(company, now) || isMade(db, company)) return;
  const months = RECURRENCES[company.recurrence];
  const [made] = db.insert(invoiceTable).values({
    companyId,
    detail: plan.name,
    planId: plan.id,
    cents: plan.value * months,
    dueDate: company.dueDate!,
    recurrence: company.recurrence,
    months,
    createdAt: now,
  }).returning().all();
  news.invoices.add(made!.id);
}

function isMade(db: Read, { id, dueDate }: CompanyRow): boolean {
  const ofDay = and(eq(invoiceTable.companyId, id), eq(invoiceTable.dueDate, dueDate!));
  return db.select({ id: invoiceTable.id }).from(invoiceTable).where(and(ofDay, standsFor(dueDate!))).all().length > 0;
}

function isToBeMade(
  { dueDate, timeZone, isProviders, isActive, removedAt }: CompanyRow,
  now: number,
): boolean {
  if (dueDate === null || isProviders || !isActive || removedAt !== null) return false;
  return daysBetween(dayIn(timeZone, now), dueDate) <= MADE_BEFORE;
}

/** The plan that a company's next invoice is for, if it costs anything: the one it has chosen, or else the one it has. */
export function planToPay(db: Read, company: CompanyRow): PlanRow | undefined {
  const id = wantedPlanOf(db, company) ?? company.planId;
  const [plan] = id === null ? [] : db.select().from(planTable).where(eq(planTable.id, id)).all();
  return plan && plan.value > 0 ? plan : undefined;
}

/** The id of the plan that a company gets with its next payment; given another one by somebody else since, none. */
export function wantedPlanOf(db: Read, { id, planId }: Pick<CompanyRow, "id" | "planId">): number | undefined {
  const [wish] = db.select().from(wantedPlanTable).where(eq(wantedPlanTable.companyId, id)).all();
  return wish && wish.insteadOf === planId ? wish.planId : undefined;
}

/**
 * To be called when a company's due date, plan or recurrence is another: cancels its open invoice with its charge where
 * that does not fit any more, and makes a new one where one is due (behaviour.md, Companies, plans, money). One that fits
 * stays; the bank hears of it by the clock. Not inside a transaction of provider.db.
 */
export function renewInvoice(tenants: Tenants, companyId: number, now: number): void {
  const news = nothingNew();
  tenants.provider.write((db) => renewInvoiceIn(db, companyId, { now, news }));
  publishNews(tenants, news);
}

/** The same within a transaction of provider.db. */
export function renewInvoiceIn(db: Write, companyId: number, underway: Underway): void {
  const company = companyIn(db, companyId), plan = company && planToPay(db, company);
  const fits = ({ dueDate, planId, recurrence }: InvoiceRow) =>
    company !== undefined && company.removedAt === null && dueDate === company.dueDate && planId === plan?.id &&
    recurrence === company.recurrence;
  for (const invoice of openInvoicesOf(db, companyId)) {
    if (!fits(invoice)) cancelInvoice(db, invoice, underway);
  }
  makeInvoice(db, companyId, underway);
}

/** Cancels what a company owes that is being removed. Within a transaction of provider.db. */
export function cancelInvoicesOf(db: Write, companyId: number, underway: Underway): void {
  for (const invoice of openInvoicesOf(db, companyId)) cancelInvoice(db, invoice, underway);
}

function cancelInvoice(db: Write, invoice: InvoiceRow, { now, news }: Underway): void {
  setInvoice(db, invoice, { status: "cancelled" });
  takeBackCharges(db, invoice.id, now);
  news.invoices.add(invoice.id);
}
