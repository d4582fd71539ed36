import { and, asc, eq, inArray } from "drizzle-orm";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Invoice, ProviderInvoice } from "../contract/invoices.ts";
import type { Read, Write } from "../platform/company.ts";
import { chargeTable, type InvoiceRow, invoiceTable } from "./table.ts";

/** An invoice of whomever; `db` is provider.db here, always. ERR_NO_INVOICE_FOUND when there is none. */
export function invoiceRow(db: Read, id: number): InvoiceRow {
  return db.select().from(invoiceTable).where(eq(invoiceTable.id, id)).all()[0] ?? refuse("ERR_NO_INVOICE_FOUND");
}

/** A company's own invoice; another's is none: ERR_NO_INVOICE_FOUND. */
export function ownInvoice(db: Read, companyId: number, id: number): InvoiceRow {
  const row = invoiceRow(db, id);
  return row.companyId === companyId ? row : refuse("ERR_NO_INVOICE_FOUND");
}

/** What a company has to pay, the earliest due first. */
export function openInvoicesOf(db: Read, companyId: number): InvoiceRow[] {
  return db.select().from(invoiceTable)
    .where(and(eq(invoiceTable.companyId, companyId), eq(invoiceTable.status, "open")))
    .orderBy(asc(invoiceTable.dueDate)).all();
}

export function setInvoice(db: Write, { id, revision }: InvoiceRow, change: Partial<InvoiceRow>): void {
  db.update(invoiceTable).set({ ...change, revision: revision + 1 }).where(eq(invoiceTable.id, id)).run();
}

/** Lets the bank take back, by the clock, what an invoice could still be paid by. */
export function takeBackCharges(db: Write, invoiceId: number, now: number): void {
  db.update(chargeTable).set({ state: "removing", nextPollAt: now })
    .where(and(eq(chargeTable.invoiceId, invoiceId), inArray(chargeTable.state, ["asked", "open"]))).run();
}

export function companyIn(db: Read, id: number): CompanyRow | undefined {
  return db.select().from(companyTable).where(eq(companyTable.id, id)).all()[0];
}

/** Moves a company's due date, or ends it; whoever has its form open learns of it when they save (provider_revisions.ts). */
export function setDueDate(
  db: Write,
  { id, revision }: CompanyRow,
  due: Pick<CompanyRow, "dueDate" | "dueDay">,
  now: number,
): void {
  const revised = { revision: revision + 1, changedAt: now, changedById: null, changedBy: null };
  db.update(companyTable).set({ ...due, ...revised }).where(eq(companyTable.id, id)).run();
}

export function invoiceOf(row: InvoiceRow): Invoice {
  const { id, detail, cents, dueDate, status, recurrence, paidAt, renewedTo, revision } = row;
  return {
    id,
    detail,
    value: cents / 100,
    dueDate,
    status,
    recurrence,
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
    renewedTo,
    revision,
  };
}

export function providerInvoiceOf(row: InvoiceRow, { id, name, timeZone }: CompanyRow): ProviderInvoice {
  return { ...invoiceOf(row), company: { id, name, timeZone } };
}
