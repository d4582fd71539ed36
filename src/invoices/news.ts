import { inArray } from "drizzle-orm";
import { companyRecord } from "../companies/records.ts";
import { may, type Person } from "../contract/permissions.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import type { Tenants } from "../platform/tenants.ts";
import { openQuestions } from "./questions.ts";
import { companyIn, invoiceOf, invoiceRow, providerInvoiceOf } from "./rows.ts";
import { paymentTable } from "./table.ts";

/** What a transaction of provider.db has changed, to be published once it is committed. */
export interface News {
  /** Ids. */
  invoices: Set<number>;
  /** Ids of payments that were noted, or decided about. */
  payments: Set<number>;
  /** Companies by id, and their new due dates (YYYY-MM-DD). */
  renewed: Map<number, string>;
  /** Ids of companies whose due date is another without a payment. */
  companies: Set<number>;
  /** What a bank's word has moved, with nobody pressing anything. */
  byBank: RenewedByBank[];
}

/** A company whose due date (YYYY-MM-DD) a payment has moved of which its bank told. */
export interface RenewedByBank {
  companyId: number;
  invoiceId: number;
  before: string | null;
  after: string;
}

const hearers = new WeakMap<Tenants, (renewed: RenewedByBank) => void>();

/** Has somebody told of each renewal by a bank, once it is stored. */
export function onRenewedByBank(tenants: Tenants, hear: (renewed: RenewedByBank) => void): void {
  hearers.set(tenants, hear);
}

export function nothingNew(): News {
  return { invoices: new Set(), payments: new Set(), renewed: new Map(), companies: new Set(), byBank: [] };
}

/** Publishes to the companies that are concerned, and to super users. */
export function publishNews(tenants: Tenants, { invoices, payments, renewed, companies, byBank }: News): void {
  for (const id of invoices) publishInvoice(tenants, id);
  publishQuestions(tenants, { invoices, payments });
  for (const one of byBank) hearers.get(tenants)?.(one);
  for (const [id, dueDate] of renewed) {
    tenants.company(id).hub.publish("payment", { action: "CONCLUIDA", company: { dueDate } });
  }
  for (const id of new Set([...renewed.keys(), ...companies])) {
    publishToSupers(tenants, "companyRecord", { action: "update", record: companyRecord(tenants.provider.read, id) });
  }
}

function publishInvoice(tenants: Tenants, id: number): void {
  const { read } = tenants.provider, row = invoiceRow(read, id), { hub } = tenants.company(row.companyId);
  // What was cancelled is nobody's to pay.
  if (row.status === "cancelled") hub.publish("invoice", { action: "delete", id }, mayPay);
  else hub.publish("invoice", { action: "update", record: invoiceOf(row) }, mayPay);
  const record = providerInvoiceOf(row, companyIn(read, row.companyId)!);
  publishToSupers(tenants, "providerInvoice", { action: "update", record });
}

function mayPay(person: Person): boolean {
  return may(person, "invoices:pay");
}

/** What can be decided about a payment hangs on its invoice, so that the questions of changed ones are published anew. */
function publishQuestions(tenants: Tenants, { invoices, payments }: Pick<News, "invoices" | "payments">): void {
  const { read } = tenants.provider;
  const ofInvoices = openQuestions(read, inArray(paymentTable.invoiceId, [...invoices]));
  const open = new Map(
    [...ofInvoices, ...openQuestions(read, inArray(paymentTable.id, [...payments]))].map((one) => [one.id, one]),
  );
  for (const record of open.values()) publishToSupers(tenants, "paymentQuestion", { action: "update", record });
  for (const id of payments) {
    if (!open.has(id)) publishToSupers(tenants, "paymentQuestion", { action: "delete", id });
  }
}
