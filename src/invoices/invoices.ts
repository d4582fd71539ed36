import { and, desc, eq, inArray, ne, or } from "drizzle-orm";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import type { INVOICE_STATES } from "../contract/invoices.ts";
import type { Read } from "../platform/company.ts";
import { folded } from "../platform/full_text.ts";
import { dayIn, daysBetween } from "../shared/clock.ts";
import { REMIND_BEFORE } from "../shared/recurrence.ts";
import { invoiceOf, openInvoicesOf, providerInvoiceOf } from "./rows.ts";
import { type InvoiceRow, invoiceTable } from "./table.ts";

export const INVOICE_PAGE = 20;

interface Asked {
  searchParam: string;
  pageNumber: number;
}

/** A page of a company's invoices, the latest due first; what was cancelled is nobody's to pay. `db` is provider.db here, always. */
export function listInvoices(db: Read, companyId: number, { searchParam, pageNumber }: Asked) {
  const wanted = folded(searchParam);
  const rows = db.select().from(invoiceTable)
    .where(and(eq(invoiceTable.companyId, companyId), ne(invoiceTable.status, "cancelled")))
    .orderBy(desc(invoiceTable.dueDate), desc(invoiceTable.id)).all()
    .filter(({ id, detail }) => folded(detail).includes(wanted) || String(id) === wanted);
  return pageOf(rows, pageNumber, invoiceOf);
}

interface AskedOfAll extends Asked {
  state?: typeof INVOICE_STATES[number];
}

/** A page of all companies' invoices, the latest due first. */
export function listEverybodys(db: Read, { searchParam, state, pageNumber }: AskedOfAll, now: number) {
  const status = state === "late" ? "open" : state;
  const query = db.select({ invoice: invoiceTable, company: companyTable }).from(invoiceTable)
    .innerJoin(companyTable, eq(companyTable.id, invoiceTable.companyId))
    .where(and(status && eq(invoiceTable.status, status), found(db, searchParam)))
    .orderBy(desc(invoiceTable.dueDate), desc(invoiceTable.id));
  const shown = ({ invoice, company }: { invoice: InvoiceRow; company: CompanyRow }) =>
    providerInvoiceOf(invoice, company);
  if (status === "open") {
    // What is overdue hangs on each company's time zone; of open ones there are no more than companies.
    const isLate = (row: { invoice: InvoiceRow; company: CompanyRow }) =>
      row.invoice.dueDate < dayIn(row.company.timeZone, now);
    return pageOf(query.all().filter((row) => isLate(row) === (state === "late")), pageNumber, shown);
  }
  const rows = query.limit(INVOICE_PAGE + 1).offset((pageNumber - 1) * INVOICE_PAGE).all();
  return { invoices: rows.slice(0, INVOICE_PAGE).map(shown), hasMore: rows.length > INVOICE_PAGE };
}

function found(db: Read, searchParam: string) {
  if (!searchParam) return undefined;
  const wanted = folded(searchParam);
  const ids = db.select({ id: companyTable.id, name: companyTable.name }).from(companyTable).all()
    .filter(({ name }) => folded(name).includes(wanted)).map(({ id }) => id);
  const byNumber = /^\d{1,15}$/.test(wanted) ? eq(invoiceTable.id, Number(wanted)) : undefined;
  return or(inArray(invoiceTable.companyId, ids), byNumber);
}

function pageOf<Row, Shown>(rows: readonly Row[], pageNumber: number, shown: (row: Row) => Shown) {
  const from = (pageNumber - 1) * INVOICE_PAGE;
  return { invoices: rows.slice(from, from + INVOICE_PAGE).map(shown), hasMore: rows.length > from + INVOICE_PAGE };
}

/** What a company is to be reminded of: its open invoice that is due within five days, or overdue. */
export function invoiceToRemindOf(db: Read, company: Pick<CompanyRow, "id" | "timeZone">, now: number) {
  const today = dayIn(company.timeZone, now);
  return openInvoicesOf(db, company.id).find(({ dueDate }) => daysBetween(today, dueDate) <= REMIND_BEFORE);
}
