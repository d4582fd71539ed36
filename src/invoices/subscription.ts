import { asc, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import { refuse } from "../contract/errors.ts";
import type { BillingDetails, Subscription } from "../contract/invoices.ts";
import type { PlanOffer } from "../contract/plans.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type PlanRow, planTable } from "../plans/table.ts";
import { renewInvoiceIn, wantedPlanOf } from "./make.ts";
import { nothingNew, publishNews } from "./news.ts";
import { companyIn, invoiceOf, openInvoicesOf } from "./rows.ts";
import { wantedPlanTable } from "./table.ts";

/** What a company subscribes to, what it may change to, and whom it asks about it. `db` is provider.db here, always. */
export function subscriptionOf(db: Read, companyId: number): Subscription {
  const company = companyIn(db, companyId) ?? refuse("ERR_NO_COMPANY_FOUND");
  const { trialExpiration, dueDate, recurrence, email, billingName } = company;
  const { addressStreet, addressCity, addressState, addressZipCode } = company;
  const [openInvoice] = openInvoicesOf(db, companyId);
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
    },
    plan: offerBy(db, company.planId),
    wantedPlan: offerBy(db, wantedPlanOf(db, company) ?? null),
    offers: mayChoose(company) ? offersFor(db, company) : [],
    openInvoice: openInvoice ? invoiceOf(openInvoice) : null,
    provider: contactOf(db),
  };
}

/** Whom companies ask: the provider's own company. */
function contactOf(db: Read): Subscription["provider"] {
  const { name, email, phone } = companyTable;
  const [contact] = db.select({ name, email, phone }).from(companyTable).where(eq(companyTable.isProviders, true))
    .orderBy(asc(companyTable.id)).limit(1).all();
  return contact ?? { name: "", email: "", phone: "" };
}

/** Without a due date nothing is ever to be paid: that was agreed upon otherwise. */
function mayChoose({ dueDate, isProviders }: CompanyRow): boolean {
  return dueDate !== null && !isProviders;
}

/** Plans that cost something and are offered, and the company's own, by price. */
function offersFor(db: Read, { planId }: CompanyRow): PlanOffer[] {
  return db.select().from(planTable).orderBy(asc(planTable.value), asc(planTable.id)).all()
    .filter(({ id, offered, value }) => value > 0 && (offered || id === planId)).map(offerOf);
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
  const { firstName, lastName, address2, city, state, zipcode } = billing;
  const said = {
    billingName: [firstName, lastName].filter(Boolean).join(" "),
    addressStreet: address2,
    addressCity: city,
    addressState: state,
    addressZipCode: zipcode,
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
 * where one is open. ERR_NO_PLAN_FOUND for one that is not offered, ERR_SUBSCRIPTION_AGREED where there is nothing to pay.
 */
export function choosePlan(tenants: Tenants, companyId: number, { planId, billing, now }: Choice): void {
  const news = nothingNew();
  tenants.provider.write((db) => {
    const company = companyIn(db, companyId) ?? refuse("ERR_NO_COMPANY_FOUND");
    if (!mayChoose(company)) refuse("ERR_SUBSCRIPTION_AGREED");
    if (!offersFor(db, company).some(({ id }) => id === planId)) refuse("ERR_NO_PLAN_FOUND");
    keepBilling(db, companyId, billing);
    db.delete(wantedPlanTable).where(eq(wantedPlanTable.companyId, companyId)).run();
    if (planId !== company.planId) {
      db.insert(wantedPlanTable).values({ companyId, planId, insteadOf: company.planId, chosenAt: now }).run();
    }
    renewInvoiceIn(db, companyId, { now, news });
  });
  publishNews(tenants, news);
}
