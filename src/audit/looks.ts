import type { AuditedCall } from "../contract/audit.ts";
import { companyRow } from "../companies/companies.ts";
import { companyRecord } from "../companies/records.ts";
import { connectionById, queueIdsOf } from "../connections/connections.ts";
import { contactById } from "../contacts/contacts.ts";
import { listHelps } from "../helps/helps.ts";
import { listHolidays } from "../holidays/holidays.ts";
import { announcementRow } from "../announcements/announcements.ts";
import { brandShown } from "../brand/brand.ts";
import { planById } from "../plans/plans.ts";
import { paymentsOf } from "../invoices/questions.ts";
import { invoiceRow } from "../invoices/rows.ts";
import { subscriptionOf } from "../invoices/subscription.ts";
import { paymentTable } from "../invoices/table.ts";
import { mailServerShown } from "../mail/mail_server.ts";
import { pixShown } from "../pix/pix_settings.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { providerSettingShown } from "../provider_settings/provider_settings.ts";
import { isProviderSettingKey } from "../contract/provider_settings.ts";
import { optionById, treeOf } from "../queues/options.ts";
import { queueById } from "../queues/queues.ts";
import { listQuickReplies } from "../quick_replies/quick_replies.ts";
import { scheduleRow } from "../schedules/schedules.ts";
import { companySchedules } from "../settings/hours.ts";
import { listSettings } from "../settings/settings.ts";
import { moneyText } from "../shared/money.ts";
import { tagById } from "../tags/tags.ts";
import { ticketTable } from "../tickets/table.ts";
import { userDetails } from "../users/users.ts";
import { eq } from "drizzle-orm";

/** What somebody may change, as it is at the moment. */
export interface Look {
  name: string;
  fields: Record<string, unknown>;
}

export interface Where {
  tenants: Tenants;
  company: Company;
}

type Looker = (where: Where, id: never) => Look;

const named = ({ name, ...fields }: { name: string }): Look => ({ name, fields: { name, ...fields } });
const ofProvider = (look: (db: Where["company"]["read"], id: number) => Look) => ({ tenants }: Where, id: number) =>
  look(tenants.provider.read, id);

function queue({ company: { read } }: Where, id: number): Look {
  const { schedules, ...row } = queueById(read, id);
  return named({ ...row, schedules, options: treeOf(read, id) } as { name: string });
}

function connection({ company: { read } }: Where, id: number): Look {
  const row = connectionById(read, id)!;
  const { name, isDefault, greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = row;
  const texts = { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage };
  return named({ name, isDefault, ...texts, queueIds: queueIdsOf(read, id) } as { name: string });
}

function user({ company: { read } }: Where, id: number): Look {
  const { name, email, profile, queues } = userDetails(read, id);
  return named({ name, email, profile, queues: queues.map((each) => each.name) } as { name: string });
}

function setting(where: Where, key: string): Look {
  // It is on the same screen, and the provider's.
  if (key === "userCreation") return providerSetting(where, key);
  const { read } = where.company;
  const { value, isSet } = listSettings(read).find((each) => each.key === key)!;
  return { name: key, fields: { value, isSet } };
}

function providerSetting({ tenants }: Where, key: string): Look {
  if (!isProviderSettingKey(key)) throw new Error("No such setting");
  const { value, isSet } = providerSettingShown(tenants.provider.read, key);
  return { name: key, fields: { value, isSet } };
}

function ticket({ company: { read } }: Where, id: number): Look {
  const [row] = read.select().from(ticketTable).where(eq(ticketTable.id, id)).all();
  return { name: contactById(read, row!.contactId)?.name ?? "", fields: {} };
}

const plan = ofProvider((db, id) => {
  const { companies: _, revision: __, ...fields } = planById(db, id);
  return named(fields);
});
const record = ofProvider((db, id) => {
  const { revision: _, createdAt: __, planId: ___, plan, ...fields } = companyRecord(db, id);
  return named({ ...fields, plan: plan?.name } as { name: string });
});
const announcement = ofProvider((db, id) => {
  const { title, text, priority, isActive, mediaName } = announcementRow(db, id);
  return { name: title, fields: { title, text, priority, isActive, mediaName } };
});
const help = ofProvider((db, id) => {
  const { title, description, video } = listHelps(db).find((each) => each.id === id)!;
  return { name: title, fields: { title, description, video } };
});

function contact({ company: { read } }: Where, id: number): Look {
  return { name: contactById(read, id)!.name, fields: {} };
}

/** How to look at what a call of the contract changes, by the call's name. Without one only that it was made is noted. */
export const AUDITED: Record<AuditedCall, Looker | true> = {
  "access.login": true,
  "access.logout": true,
  "security.login": true,
  "security.passkeyLogin": true,
  "security.addPasskey": true,
  "security.removePasskey": true,
  "security.confirm": true,
  "security.newCodes": true,
  "security.end": true,
  "security.endSession": true,
  "security.endOthers": true,
  "security.reset": user,
  "passwordLinks.make": user,
  "passwordLinks.mail": user,
  "passwordLinks.use": true,
  "users.add": user,
  "users.change": user,
  "users.remove": user,
  "users.removeMany": user,
  "settings.change": setting,
  "holidays.add": holiday,
  "holidays.change": holiday,
  "holidays.remove": holiday,
  "companies.schedules": ({ company: { read } }) => ({ name: "", fields: { schedules: companySchedules(read) } }),
  "companies.timeZone": ({ tenants, company }) => ({
    name: "",
    fields: { timeZone: companyRow(tenants, company.id)?.timeZone },
  }),
  "connections.add": connection,
  "connections.change": connection,
  "connections.remove": connection,
  "connections.start": connection,
  "connections.relink": connection,
  "connections.stop": connection,
  "connections.pairingCode": connection,
  "queues.remove": queue,
  "wholeQueues.add": queue,
  "wholeQueues.change": queue,
  "queueOptions.add": option,
  "queueOptions.change": option,
  "queueOptions.remove": option,
  "queueOptions.saveTree": queue,
  "queueOptions.setFile": option,
  "queueOptions.dropFile": option,
  "tags.add": tag,
  "tags.change": tag,
  "tags.remove": tag,
  "tags.removeMany": tag,
  "quickReplies.add": quickReply,
  "quickReplies.change": quickReply,
  "quickReplies.remove": quickReply,
  "quickReplies.removeMany": quickReply,
  "contacts.remove": contact,
  "contacts.removeMany": contact,
  "contacts.importPhone": true,
  "contacts.export": true,
  "contacts.exportMany": true,
  "merges.merge": contact,
  "merges.undo": true,
  "notes.remove": true,
  "tickets.remove": ticket,
  "messages.remove": true,
  "schedules.remove": schedule,
  "schedules.removeMany": schedule,
  "audit.export": true,
  "cockpit.export": true,
  "plans.add": plan,
  "plans.change": plan,
  "plans.remove": plan,
  "companies.signUp": true,
  "companies.add": record,
  "companies.change": record,
  "companies.remove": record,
  "providerSettings.change": providerSetting,
  "announcements.add": announcement,
  "announcements.change": announcement,
  "announcements.remove": announcement,
  "announcements.setPicture": announcement,
  "announcements.dropPicture": announcement,
  "helps.add": help,
  "helps.change": help,
  "helps.remove": help,
  "invoices.pay": invoice,
  "invoices.choosePlan": chosenPlan,
  "invoices.confirm": invoice,
  "invoices.decide": payment,
  "mail.save": mailServer,
  "mail.forget": mailServer,
  "mail.test": true,
  "pix.save": pix,
  "pix.setCertificate": pix,
  "pix.test": true,
  "brand.change": brand,
  "brand.setPicture": brand,
  "brand.dropPicture": brand,
  "acting.begin": record,
  "acting.end": true,
};

/** Whose log a provider's call belongs into besides her own, by what its id names. */
export const COMPANY_OF: Record<string, (tenants: Tenants, id: number) => number> = {
  "companies.change": (_, id) => id,
  "companies.remove": (_, id) => id,
  "acting.begin": (_, id) => id,
  "invoices.confirm": ({ provider }, id) => invoiceRow(provider.read, id).companyId,
  "invoices.decide": ({ provider }, id) => invoiceRow(provider.read, paymentIn(provider.read, id).invoiceId).companyId,
};

function invoice({ tenants }: Where, id: number): Look {
  const { detail, cents, dueDate, status, renewedTo } = invoiceRow(tenants.provider.read, id);
  const note = paymentsOf(tenants.provider.read, id).findLast(({ kind }) => kind === "by_hand")?.note;
  return { name: detail, fields: { value: moneyText(cents / 100), dueDate, status, renewedTo, note } };
}

/** The plan that a company gets with its next payment, and until then the one that it has. */
function chosenPlan({ tenants, company }: Where): Look {
  const { wantedPlan, plan, dueDate } = subscriptionOf(tenants, company.id), chosen = wantedPlan ?? plan;
  return { name: chosen?.name ?? "", fields: { plan: chosen?.name, dueDate } };
}

function payment({ tenants }: Where, id: number): Look {
  const { cents, kind, decision, note, invoiceId } = paymentIn(tenants.provider.read, id);
  const { detail, status, renewedTo } = invoiceRow(tenants.provider.read, invoiceId);
  return { name: detail, fields: { value: moneyText(cents / 100), kind, decision, note, status, renewedTo } };
}

function paymentIn(db: Where["company"]["read"], id: number) {
  return db.select().from(paymentTable).where(eq(paymentTable.id, id)).all()[0]!;
}

function mailServer({ tenants }: Where): Look {
  const { revision: _, waiting: __, failed: ___, ...fields } = mailServerShown(tenants.provider.read);
  return { name: "", fields };
}

function pix({ tenants }: Where): Look {
  const { revision: _, ...fields } = pixShown(tenants.provider.read, tenants.keys) as Record<string, unknown>;
  return { name: "", fields };
}

function brand({ tenants }: Where): Look {
  const { revision: _, ...fields } = brandShown(tenants.provider.read) as Record<string, unknown>;
  return { name: "", fields };
}

function holiday({ company: { read } }: Where, id: number): Look {
  const { date, name } = listHolidays(read).find((each) => each.id === id)!;
  return named({ date, name } as { name: string });
}

function option({ company: { read } }: Where, id: number): Look {
  const { title, message } = optionById(read, id);
  return { name: title, fields: { title, message } };
}

function tag({ company: { read } }: Where, id: number): Look {
  const { name, color } = tagById(read, id);
  return named({ name, color } as { name: string });
}

function quickReply({ company: { read } }: Where, id: number): Look {
  const { shortcode, message } = listQuickReplies(read).find((each) => each.id === id)!;
  return { name: shortcode, fields: { shortcode, message } };
}

function schedule({ company: { read } }: Where, id: number): Look {
  const { contactId } = scheduleRow(read, id);
  return { name: contactById(read, contactId)?.name ?? "", fields: {} };
}
