import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { getDefaultStore } from "jotai";
import type { Change } from "../../src/contract/events.ts";
import {
  type Invoice,
  type InvoicePayment,
  invoices,
  type PaymentQuestion,
  type ProviderInvoice,
} from "../../src/contract/invoices.ts";
import { dayIn } from "../../src/shared/clock.ts";
import type { Recurrence } from "../../src/shared/recurrence.ts";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange, applyFound } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";
import { noteCompany } from "../follow_session.ts";

/** The company's own, the latest due first, kept live. */
export const invoiceList = pagedList(invoices.list, {
  rows: (answer): readonly Invoice[] => answer.invoices,
  hasMore: (answer) => answer.hasMore,
});

/** All companies', for who provides the system; one list for each search. */
export const providerInvoiceList = pagedList(invoices.everybodys, {
  rows: (answer): readonly ProviderInvoice[] => answer.invoices,
  hasMore: (answer) => answer.hasMore,
});

/** Payments to decide about, the oldest first. */
export const questionList = pagedList(invoices.questions, {
  rows: (answer): readonly PaymentQuestion[] => answer.questions,
});

/** The money that came for one invoice, the oldest first. */
export const paymentList = pagedList(invoices.payments, {
  rows: (answer): readonly InvoicePayment[] => answer.payments,
});

const latestDueFirst = (one: Invoice, other: Invoice) => other.dueDate.localeCompare(one.dueDate) || other.id - one.id;

export type InvoiceState = "paid" | "late" | "open" | "cancelled";

/** How an invoice is shown (spec 2 §4); the due date itself is not late yet. */
export function stateOf({ status, dueDate }: Pick<Invoice, "status" | "dueDate">, today: string): InvoiceState {
  if (status !== "open") return status;
  return dueDate < today ? "late" : "open";
}

export const STATE_TEXTS: Record<InvoiceState, MessageDescriptor> = {
  paid: msg`Pago`,
  late: msg`Vencido`,
  open: msg`Em Aberto`,
  cancelled: msg`Cancelada`,
};

export const RECURRENCE_TEXTS: Record<Recurrence, MessageDescriptor> = {
  MENSAL: msg`Mensal`,
  BIMESTRAL: msg`Bimestral`,
  TRIMESTRAL: msg`Trimestral`,
  SEMESTRAL: msg`Semestral`,
  ANUAL: msg`Anual`,
};

export function noteProviderInvoice(record: ProviderInvoice): void {
  const today = dayIn(record.company.timeZone, Date.now());
  providerInvoiceList.change((rows, { searchParam = "", state }, hasMore) =>
    applyFound(rows, { action: "update", record }, {
      isFound: (row) =>
        (!state || stateOf(row, today) === state) &&
        (folded(row.company.name).includes(folded(searchParam)) || String(row.id) === searchParam),
      compare: latestDueFirst,
      hasMore,
    })
  );
}

export function noteQuestion(change: Change<PaymentQuestion>): void {
  questionList.change((rows) => applyChange(rows, change, (one, other) => one.id - other.id));
}

onEvent(
  "invoice",
  (change) =>
    invoiceList.change((rows, _query, hasMore) =>
      applyFound(rows, change, { isFound: () => true, compare: latestDueFirst, hasMore })
    ),
);
onEvent("providerInvoice", (change) => {
  if (change.action === "delete") return;
  noteProviderInvoice(change.record);
  paymentList.refresh();
});
onEvent("paymentQuestion", (change) => {
  noteQuestion(change);
  paymentList.refresh();
});
// Where the due date stands anywhere, it is the new one.
onEvent("payment", ({ company: { dueDate } }) => {
  const company = getDefaultStore().get(meAtom)?.company;
  if (company) noteCompany({ ...company, dueDate, isOverdue: false });
});
