import { and, asc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { isOverdue } from "../companies/companies.ts";
import { excessesUnder } from "../companies/limits.ts";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import { TRIAL_DAYS } from "../contract/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { BillingDetails, Subscription } from "../contract/invoices.ts";
import type { PlanOffer } from "../contract/plans.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type PlanRow, planTable } from "../plans/table.ts";
import { dayAfter, dayIn } from "../shared/clock.ts";
import { dayOf } from "../shared/recurrence.ts";
import { renewInvoiceIn, type Underway, wantedPlanOf } from "./make.ts";
import { nothingNew, publishNews } from "./news.ts";
import { companyIn, invoiceOf, openInvoicesOf, setDueDate } from "./rows.ts";
import { wantedPlanTable } from "./table.ts";

/** What a company subscribes to, what it may change to, and whom it asks about it. `db` is provider.db here, always. */
export function subscriptionOf(tenants: Tenants, companyId: number): Subscription {
  const db = tenants.provider.read;
  const company = companyIn(db, companyId) ?? refuse("ERR_NO_COMPANY_FOUND");
  const { trialExpiration, dueDate, recurrence, email, billingName } = company;
  const { addressStreet, addressCity, addressState, addressZipCode, addressCountry } = company;
  const [openInvoice] = openInvoicesOf(db, companyId);
  const withExcesses = (plan: PlanRow) => ({ ...offerOf(plan), excesses: excessesUnder(tenants, companyId, plan) });
  return {
    trialExpiration,
    dueDate,
    recurrence,
    email,
    billing: {
      name: billingName,
      address: addressStreet,
      city: addressCity,
      state: addressState,
      zipcode: addressZipCode,
      country: addressCountry,
    },
    plan: offerBy(db, company.planId),
    wantedPlan: offerBy(db, wantedPlanOf(db, company) ?? null),
    offers: mayChoose(db, company) ? offersFor(db, company).map(withExcesses) : [],
    openInvoice: openInvoice ? invoiceOf(openInvoice) : null,
    provider: contactOf(db),
  };
}

/** Whom companies ask: the provider's own company. */
export function contactOf(db: Read): Subscription["provider"] {
  const { name, email, phone } = companyTable;
  const [contact] = db.select({ name, email, phone }).from(companyTable).where(eq(companyTable.isProviders, true))
    .orderBy(asc(companyTable.id)).limit(1).all();
  return contact ?? { name: "", email: "", phone: "" };
}

/** Without a due date nothing is ever to be paid: that was agreed upon otherwise, unless the plan costs nothing. */
function mayChoose(db: Read, company: CompanyRow): boolean {
  return !company.isProviders && (company.dueDate !== null || isOnFreePlan(db, company));
}

function isOnFreePlan(db: Read, { planId }: CompanyRow): boolean {
  return offerBy(db, planId)?.value === 0;
}

/** Plans that cost something and are offered, and the company's own, by price. */
function offersFor(db: Read, { planId }: CompanyRow): PlanRow[] {
  return db.select().from(planTable).orderBy(asc(planTable.value), asc(planTable.id)).all()
    .filter(({ id, offered, value }) => id === planId || (offered && value > 0));
}

function offerBy(db: Read, id: number | null): PlanOffer | null {
  const [row] = id === null ? [] : db.select().from(planTable).where(eq(planTable.id, id)).all();
  return row ? offerOf(row) : null;
}

function offerOf({ id, name, users, connections, queues, value }: PlanRow): PlanOffer {
  return { id, name, users, connections, queues, value: value / 100 };
}

type Billing = z.output<typeof BillingDetails>;

/** Keeps who pays, as far as it was said. Its revision stays: the company's form has none of it. */
export function keepBilling(db: Write, companyId: number, billing: Billing): void {
  const { firstName, lastName, address2, city, state, zipcode, country } = billing;
  const said = {
    billingName: [firstName, lastName].filter(Boolean).join(" "),
    addressStreet: address2,
    addressCity: city,
    addressState: state,
    addressZipCode: zipcode,
    addressCountry: country,
  };
  const kept = Object.fromEntries(Object.entries(said).filter(([, value]) => value));
  if (Object.keys(kept).length === 0) return;
  db.update(companyTable).set(kept).where(eq(companyTable.id, companyId)).run();
}

interface Choice {
  planId: number;
  billing: Billing;
  now: number;
}

/**
 * Chooses the plan to go on with. The company gets it with its next payment, whose invoice is made anew for it at once
 * where one is open; one that pays nothing so far is due in a few days, until when it may choose its own plan again.
 * ERR_NO_PLAN_FOUND for one that is not offered, ERR_SUBSCRIPTION_AGREED where there is nothing to pay.
 */
export function choosePlan(tenants: Tenants, companyId: number, { planId, billing, now }: Choice): void {
  const news = nothingNew();
  tenants.provider.write((db) => {
    const company = companyIn(db, companyId) ?? refuse("ERR_NO_COMPANY_FOUND");
    if (!mayChoose(db, company)) refuse("ERR_SUBSCRIPTION_AGREED");
    if (!offersFor(db, company).some(({ id }) => id === planId)) refuse("ERR_NO_PLAN_FOUND");
    keepBilling(db, companyId, billing);
    const before = endWish(db, company, { now, news });
    if (planId !== company.planId) wish(db, before, { planId, now, news });
    renewInvoiceIn(db, companyId, { now, news });
  });
  publishNews(tenants, news);
}

function wish(db: Write, company: CompanyRow, { planId, now, news }: Underway & { planId: number }): void {
  const { id: companyId, planId: insteadOf, timeZone } = company;
  const dueDate = company.dueDate === null ? dayAfter(dayIn(timeZone, now), TRIAL_DAYS) : null;
  db.insert(wantedPlanTable).values({ companyId, planId, insteadOf, chosenAt: now, dueDate }).run();
  if (dueDate === null) return;
  setDueDate(db, company, { dueDate, dueDay: dayOf(dueDate) }, now);
  news.companies.add(companyId);
}

/** Ends a company's wish, with the due date that came with it, and answers how the company is then. */
function endWish(db: Write, company: CompanyRow, { now, news }: Underway): CompanyRow {
  const mine = eq(wantedPlanTable.companyId, company.id);
  const [had] = db.select().from(wantedPlanTable).where(mine).all();
  db.delete(wantedPlanTable).where(mine).run();
  if (!had || had.dueDate === null || had.dueDate !== company.dueDate) return company;
  setDueDate(db, company, { dueDate: null, dueDay: null }, now);
  news.companies.add(company.id);
  return companyIn(db, company.id)!;
}

/** A charge of its open invoice may have been paid, and the bank has not been asked since. */
function isBeingPaid(db: Read, companyId: number): boolean {
  return db.all(sql`select 1 from charges join invoices on invoices.id = charges.invoice_id
    where invoices.company_id = ${companyId} and invoices.status = 'open' and charges.state in ('asked', 'open') limit 1`)
    .length > 0;
}

/**
 * Ends the wishes of companies on free plans that have not paid by their due date: they go on with what they have, and are
 * not overdue.
 */
export function endUnpaidWishes(tenants: Tenants, now: number): void {
  const { provider } = tenants, { companyId, dueDate } = wantedPlanTable;
  const late = provider.read.select({ companyId }).from(wantedPlanTable)
    .where(and(isNotNull(dueDate), lt(dueDate, dayAfter(dayIn("UTC", now), 1)))).all();
  for (const { companyId: id } of late) {
    const news = nothingNew();
    provider.write((db) => {
      const company = companyIn(db, id)!;
      if (!isOverdue(company, new Date(now)) || isBeingPaid(db, id)) return;
      endWish(db, company, { now, news });
      renewInvoiceIn(db, id, { now, news });
    });
    publishNews(tenants, news);
  }
}
