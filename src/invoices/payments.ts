import { eq } from "drizzle-orm";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Decision } from "../contract/invoices.ts";
import type { Charge, Payment } from "../pix/gateway.ts";
import type { Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { planTable } from "../plans/table.ts";
import { dayIn } from "../shared/clock.ts";
import { renewInvoiceIn, type Underway, wantedPlanOf } from "./make.ts";
import { nothingNew, publishNews } from "./news.ts";
import { choicesOf, paymentFound } from "./questions.ts";
import { renewalOf } from "./renewal.ts";
import { companyIn, invoiceRow, setDueDate, setInvoice, takeBackCharges } from "./rows.ts";
import { type ChargeRow, type InvoiceRow, type PaymentRow, paymentTable, wantedPlanTable } from "./table.ts";

/**
 * Notes the payments of a charge that the bank tells of, each once by the bank's number of it, in whatever order and
 * however often they come. What pays an open invoice in full renews its company; anything else waits for a super user
 * (behaviour.md, Companies, plans, money). `db` is provider.db here, always.
 */
export function notePayments(db: Write, charge: ChargeRow, told: Charge, underway: Underway): void {
  for (const payment of told.payments.toSorted((one, other) => one.at - other.at)) {
    notePayment(db, charge, payment, underway);
  }
}

function notePayment(db: Write, charge: ChargeRow, { endToEndId, cents, at }: Payment, underway: Underway): void {
  const { now, news } = underway;
  const invoice = invoiceRow(db, charge.invoiceId), company = companyIn(db, invoice.companyId)!;
  const kind = kindOf({ cents, charge, invoice, company });
  // A bank whose clock goes wrong, and a jump of ours, moves no due date beyond the charge's own life.
  const paidAt = Math.min(now, Math.max(at, charge.createdAt));
  const row = { endToEndId, txid: charge.txid, invoiceId: invoice.id, cents, at: paidAt, notedAt: now, kind };
  const [noted] = db.insert(paymentTable).values(row).onConflictDoNothing().returning().all();
  if (!noted) return;
  news.payments.add(noted.id);
  if (kind !== "paid") return;
  settle(db, { invoice, company, paidAt }, underway);
  const [before, after] = [company.dueDate, news.renewed.get(company.id)!];
  news.byBank.push({ companyId: company.id, invoiceId: invoice.id, before, after });
}

interface Facts {
  cents: number;
  charge: Pick<ChargeRow, "state">;
  invoice: Pick<InvoiceRow, "status" | "cents">;
  company: Pick<CompanyRow, "removedAt">;
}

/** What a payment is to its invoice, as things are. */
export function kindOf({ cents, charge, invoice, company }: Facts): PaymentRow["kind"] {
  if (invoice.status === "paid") return "twice";
  const isTakenBack = charge.state === "removing" || charge.state === "removed";
  if (invoice.status === "cancelled" || isTakenBack || company.removedAt !== null) return "on_cancelled";
  return cents < invoice.cents ? "short" : cents > invoice.cents ? "over" : "paid";
}

interface Settled {
  invoice: InvoiceRow;
  company: CompanyRow;
  paidAt: number;
}

/** An open invoice is paid: its company is renewed, and gets the plan that it has chosen with it. */
function settle(db: Write, { invoice, company, paidAt }: Settled, underway: Underway): void {
  const dueDate = renew(db, { invoice, company, paidAt }, underway);
  setInvoice(db, invoice, { status: "paid", paidAt, renewedTo: dueDate });
  takeBackCharges(db, invoice.id, underway.now);
  underway.news.invoices.add(invoice.id);
  grantPlan(db, company, invoice);
  // An invoice for another date than the one there is now is not owed any more.
  renewInvoiceIn(db, company.id, underway);
}

/** Moves a company's due date by what an invoice pays for, and answers where to. */
function renew(db: Write, { invoice, company, paidAt }: Settled, { now, news }: Underway): string {
  const renewal = renewalOf(company, invoice, dayIn(company.timeZone, paidAt));
  setDueDate(db, company, renewal, now);
  news.renewed.set(company.id, renewal.dueDate);
  return renewal.dueDate;
}

function grantPlan(db: Write, company: CompanyRow, { planId }: InvoiceRow): void {
  if (planId === null || wantedPlanOf(db, company) !== planId) return;
  db.delete(wantedPlanTable).where(eq(wantedPlanTable.companyId, company.id)).run();
  const isThere = db.select({ id: planTable.id }).from(planTable).where(eq(planTable.id, planId)).all().length > 0;
  if (isThere) db.update(companyTable).set({ planId }).where(eq(companyTable.id, company.id)).run();
}

interface Word {
  by: { name: string };
  note: string;
  now: number;
}

/** A super user's own word that an open invoice was paid; ERR_INVOICE_NOT_OPEN when it is not open. */
export function confirmInvoice(tenants: Tenants, id: number, { by, note, now }: Word): void {
  const news = nothingNew();
  tenants.provider.write((db) => {
    const invoice = invoiceRow(db, id), company = companyIn(db, invoice.companyId)!;
    if (invoice.status !== "open" || company.removedAt !== null) refuse("ERR_INVOICE_NOT_OPEN");
    const decided = { decision: "accept" as const, decidedBy: by.name, decidedAt: now, note };
    db.insert(paymentTable)
      .values({ invoiceId: id, cents: invoice.cents, at: now, notedAt: now, kind: "by_hand", ...decided }).run();
    settle(db, { invoice, company, paidAt: now }, { now, news });
  });
  publishNews(tenants, news);
}

/**
 * What becomes of money that moved nothing by itself: `accept` makes its open invoice a paid one, `credit` moves the due
 * date once more, `refund` and `dismiss` are only noted. ERR_PAYMENT_DECIDED when it was decided before.
 */
export function decidePayment(tenants: Tenants, id: number, decision: Decision, { by, note, now }: Word): void {
  const news = nothingNew();
  tenants.provider.write((db) => {
    const found = paymentFound(db, id) ?? refuse("ERR_NO_PAYMENT_FOUND");
    const { payment, invoice, company } = found;
    const isQuestion = payment.kind !== "paid" && payment.kind !== "by_hand";
    if (!isQuestion || payment.decision !== null) refuse("ERR_PAYMENT_DECIDED");
    if (!choicesOf(found).includes(decision)) refuse("ERR_INVALID_INPUT", { fields: { decision: "invalid" } });
    db.update(paymentTable).set({ decision, decidedBy: by.name, decidedAt: now, note })
      .where(eq(paymentTable.id, id)).run();
    news.payments.add(id);
    if (decision === "accept") settle(db, { invoice, company, paidAt: now }, { now, news });
    if (decision === "credit") {
      renew(db, { invoice, company, paidAt: now }, { now, news });
      renewInvoiceIn(db, company.id, { now, news });
    }
  });
  publishNews(tenants, news);
}
