import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { companyTable } from "../companies/table.ts";
import type { Invoice } from "../contract/invoices.ts";
import type { MailLanguage } from "../contract/mail.ts";
import type { Write } from "../platform/company.ts";
import { isUnconfirmed } from "../mail/confirmations.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { dayAfter, dayIn, daysBetween } from "../shared/clock.ts";
import { REMIND_BEFORE } from "../shared/recurrence.ts";
import { userTable } from "../users/table.ts";
import { languageOf } from "../users/users.ts";
import { invoiceOf } from "./rows.ts";
import { invoiceReminderTable, invoiceTable } from "./table.ts";

/** Five days before the due date, on it, and after it. */
export type ReminderKind = "soon" | "due" | "late";

/** A mail that the administrators of a company are to get about an invoice. */
export interface Reminder {
  kind: ReminderKind;
  invoice: Invoice;
  company: { id: number; name: string; timeZone: string };
  to: { name: string; email: string; language: MailLanguage }[];
}

/**
 * At most so many of the reminders that are due, have somebody to be written to, and were not noted as sent
 * (`noteReminded`), the earliest due first. Of
 * several kinds that were missed, while nothing ran, only the last one is.
 */
export function remindersDue(tenants: Tenants, now: number, most = 20): Reminder[] {
  const { read } = tenants.provider, lastDay = dayAfter(dayIn("UTC", now), REMIND_BEFORE + 1);
  const rows = read.select({ invoice: invoiceTable, company: companyTable }).from(invoiceTable)
    .innerJoin(companyTable, eq(companyTable.id, invoiceTable.companyId))
    .where(
      and(
        eq(invoiceTable.status, "open"),
        lte(invoiceTable.dueDate, lastDay),
        isNull(companyTable.removedAt),
        eq(companyTable.isActive, true),
      ),
    ).orderBy(asc(invoiceTable.dueDate), asc(invoiceTable.id)).all();
  const reminded = new Set(
    read.select({ id: invoiceTable.id, kind: invoiceReminderTable.kind }).from(invoiceReminderTable)
      .innerJoin(invoiceTable, eq(invoiceTable.id, invoiceReminderTable.invoiceId))
      .where(eq(invoiceTable.status, "open")).all().map(({ id, kind }) => `${id} ${kind}`),
  );
  const due: Reminder[] = [];
  for (const { invoice, company: { id, name, timeZone } } of rows) {
    const kind = kindOfReminder(daysBetween(dayIn(timeZone, now), invoice.dueDate));
    if (!kind || reminded.has(`${invoice.id} ${kind}`)) continue;
    const to = administratorsOf(tenants, id).filter(({ email }) => !isUnconfirmed(read, email));
    // Where nobody can be written to at the moment, somebody is reminded later.
    if (to.length === 0) continue;
    due.push({ kind, invoice: invoiceOf(invoice), company: { id, name, timeZone }, to });
    if (due.length === most) break;
  }
  return due;
}

/** `days` to the due date; negative when it has passed. */
export function kindOfReminder(days: number): ReminderKind | undefined {
  if (days < 0) return "late";
  return days === 0 ? "due" : days <= REMIND_BEFORE ? "soon" : undefined;
}

/** Nobody of a company whose file cannot be read. */
function administratorsOf(tenants: Tenants, companyId: number): Reminder["to"] {
  try {
    const { name, email, profile, language } = userTable;
    return tenants.company(companyId).read.select({ name, email, language }).from(userTable)
      .where(eq(profile, "admin")).all().map((one) => ({ ...one, language: languageOf(one) }));
  } catch (error) {
    log.warn("Nobody can be reminded of an invoice", { company: companyId, error });
    return [];
  }
}

/** Notes in the transaction that sends it that a reminder is on its way, so that it is not sent again. */
export function noteReminded(db: Write, { kind, invoice }: Pick<Reminder, "kind" | "invoice">, now: number): void {
  db.insert(invoiceReminderTable).values({ invoiceId: invoice.id, kind, at: now }).onConflictDoNothing().run();
}
