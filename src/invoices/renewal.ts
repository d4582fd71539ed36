import type { CompanyRow } from "../companies/table.ts";
import { dayOf, dueDateAfter } from "../shared/recurrence.ts";
import type { InvoiceRow } from "./table.ts";

/**
 * The due date that a payment of an invoice leads to: the later of the old one and the day of the payment (YYYY-MM-DD),
 * and from there on by the invoice's recurrence (behaviour.md, Companies, plans, money). Paid in time, the company keeps
 * its day of the month; paid late, the day of the payment becomes it, so that a month is a whole month.
 */
export function renewalOf(
  company: Pick<CompanyRow, "dueDate" | "dueDay">,
  { dueDate, recurrence }: Pick<InvoiceRow, "dueDate" | "recurrence">,
  paidOn: string,
): { dueDate: string; dueDay: number } {
  const old = company.dueDate ?? dueDate;
  const dueDay = paidOn > old ? dayOf(paidOn) : company.dueDay ?? dayOf(old);
  return { dueDate: dueDateAfter(paidOn > old ? paidOn : old, recurrence, dueDay), dueDay };
}
