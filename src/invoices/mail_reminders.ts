import { hasMail, linkTo } from "../mail/mail_server.ts";
import { queueMail } from "../mail/queue.ts";
import { mailSender } from "../mail/sender.ts";
import { invoiceReminderMail } from "../mail/texts.ts";
import type { Tenants } from "../platform/tenants.ts";
import { noteReminded, remindersDue } from "./reminders.ts";

/**
 * Has the administrators of companies reminded of what is due, each in their language, once for each kind, where e-mails
 * are sent at all.
 */
export function mailReminders(tenants: Tenants, now: Date): void {
  if (tenants.outage !== undefined || !hasMail(tenants)) return;
  const { keys, provider } = tenants;
  for (const reminder of remindersDue(tenants, now.getTime())) {
    const { kind, invoice, company, to } = reminder;
    provider.write((db) => {
      const sender = mailSender(db),
        reminded = {
          ...{ company: company.name, amount: invoice.value, dueDate: invoice.dueDate, isOverdue: kind === "late" },
          link: linkTo(db, `/financeiro?pay=${invoice.id}`),
        };
      for (const { email, language } of to) {
        const text = invoiceReminderMail(language, sender, reminded);
        queueMail(db, { kind: "invoiceReminder", language, to: email, ...text }, { keys, now });
      }
      noteReminded(db, reminder, now.getTime());
    });
  }
}
