import { and, asc, eq, isNull, notInArray, type SQL } from "drizzle-orm";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import type { Decision, InvoicePayment, PaymentFault, PaymentQuestion } from "../contract/invoices.ts";
import type { Read } from "../platform/company.ts";
import { invoiceRow, providerInvoiceOf } from "./rows.ts";
import { type InvoiceRow, invoiceTable, type PaymentRow, paymentTable } from "./table.ts";

/** A payment with its invoice and whose that is. */
export interface Found {
  payment: PaymentRow;
  invoice: InvoiceRow;
  company: CompanyRow;
}

const isOpen = and(isNull(paymentTable.decision), notInArray(paymentTable.kind, ["paid", "by_hand"]));

/** Payments about which somebody has to decide, the oldest first. `db` is provider.db here, always. */
export function openQuestions(db: Read, of?: SQL): PaymentQuestion[] {
  return payments(db, and(isOpen, of)).map(questionOf);
}

export function paymentFound(db: Read, id: number): Found | undefined {
  return payments(db, eq(paymentTable.id, id))[0];
}

function payments(db: Read, which: SQL | undefined): Found[] {
  return db.select({ payment: paymentTable, invoice: invoiceTable, company: companyTable }).from(paymentTable)
    .innerJoin(invoiceTable, eq(invoiceTable.id, paymentTable.invoiceId))
    .innerJoin(companyTable, eq(companyTable.id, invoiceTable.companyId))
    .where(which).orderBy(asc(paymentTable.id)).all();
}

/** Only an open invoice can be accepted as paid, and only a company that is there and has a due date can be credited. */
export function choicesOf({ invoice, company }: Pick<Found, "invoice" | "company">): Decision[] {
  const isThere = company.removedAt === null;
  // Who has no due date has nothing that could be moved.
  if (!isThere || (invoice.status !== "open" && company.dueDate === null)) return ["refund", "dismiss"];
  return [invoice.status === "open" ? "accept" : "credit", "refund", "dismiss"];
}

/** All money that came for an invoice, the oldest first; ERR_NO_INVOICE_FOUND. */
export function paymentsOf(db: Read, invoiceId: number): InvoicePayment[] {
  return payments(db, eq(paymentTable.invoiceId, invoiceRow(db, invoiceId).id)).map(({ payment }) => ({
    id: payment.id,
    kind: payment.kind,
    value: payment.cents / 100,
    at: new Date(payment.at).toISOString(),
    endToEndId: payment.endToEndId,
    decision: payment.decision,
    decidedBy: payment.decidedBy,
    decidedAt: payment.decidedAt === null ? null : new Date(payment.decidedAt).toISOString(),
    note: payment.note,
  }));
}

function questionOf({ payment, invoice, company }: Found): PaymentQuestion {
  return {
    id: payment.id,
    kind: payment.kind as PaymentFault,
    value: payment.cents / 100,
    at: new Date(payment.at).toISOString(),
    endToEndId: payment.endToEndId,
    invoice: providerInvoiceOf(invoice, company),
    choices: choicesOf({ invoice, company }),
  };
}
