import { eq } from "drizzle-orm";
import { announcementRow } from "../announcements/announcements.ts";
import { brandShown } from "../brand/brand.ts";
import { companyRecord } from "../companies/records.ts";
import {
  isProviderSettingKey,
  PROVIDER_SETS,
  providerRuleOf,
  type ProviderSettingKey,
} from "../contract/provider_settings.ts";
import { listHelps } from "../helps/helps.ts";
import { paymentsOf } from "../invoices/questions.ts";
import { invoiceRow } from "../invoices/rows.ts";
import { subscriptionOf } from "../invoices/subscription.ts";
import { paymentTable } from "../invoices/table.ts";
import { mailServerShown } from "../mail/mail_server.ts";
import { pixShown } from "../pix/pix_settings.ts";
import { planById } from "../plans/plans.ts";
import type { Read } from "../platform/company.ts";
import {
  providerSecret,
  providerSetting as valueOf,
  providerSettingShown,
} from "../provider_settings/provider_settings.ts";
import { moneyText } from "../shared/money.ts";
import { type Look, named, secretField, type Where } from "./look.ts";

export function plan({ tenants }: Where, id: number): Look {
  const { companies: _, revision: __, ...fields } = planById(tenants.provider.read, id);
  return named(fields);
}

/** A company as the provider keeps it. */
export function record({ tenants }: Where, id: number): Look {
  const { revision: _, createdAt: __, planId: ___, plan, ...fields } = companyRecord(tenants.provider.read, id);
  return named({ ...fields, plan: plan?.name } as { name: string });
}

export function announcement({ tenants }: Where, id: number): Look {
  const { title, text, priority, isActive, mediaName } = announcementRow(tenants.provider.read, id);
  return { name: title, fields: { title, text, priority, isActive, mediaName } };
}

export function help({ tenants }: Where, id: number): Look {
  const { title, description, video } = listHelps(tenants.provider.read).find((each) => each.id === id)!;
  return { name: title, fields: { title, description, video } };
}

export function invoice({ tenants }: Where, id: number): Look {
  const { detail, cents, dueDate, status, renewedTo } = invoiceRow(tenants.provider.read, id);
  const note = paymentsOf(tenants.provider.read, id).findLast(({ kind }) => kind === "by_hand")?.note;
  return { name: detail, fields: { value: moneyText(cents / 100), dueDate, status, renewedTo, note } };
}

/** The plan that a company gets with its next payment, and until then the one that it has. */
export function chosenPlan({ tenants, company }: Where): Look {
  const { wantedPlan, plan, dueDate } = subscriptionOf(tenants, company.id), chosen = wantedPlan ?? plan;
  return { name: chosen?.name ?? "", fields: { plan: chosen?.name, dueDate } };
}

export function payment({ tenants }: Where, id: number): Look {
  const { cents, kind, decision, note, invoiceId } = paymentRow(tenants.provider.read, id);
  const { detail, status, renewedTo } = invoiceRow(tenants.provider.read, invoiceId);
  return { name: detail, fields: { value: moneyText(cents / 100), kind, decision, note, status, renewedTo } };
}

/** Throws where there is none. */
export function paymentRow(db: Read, id: number) {
  return db.select().from(paymentTable).where(eq(paymentTable.id, id)).all()[0]!;
}

export function providerSetting({ tenants: { provider, keys } }: Where, key: string): Look {
  if (!isProviderSettingKey(key)) throw new Error("No such setting");
  const { value, isSet } = providerSettingShown(provider.read, key);
  return { name: key, fields: providerRuleOf(key).isSecret ? secretsOf({ provider, keys }, [key]) : { value, isSet } };
}

export function mailServer({ tenants }: Where): Look {
  const { revision: _, waiting: __, failed: ___, hasPassword: ____, ...fields } = mailServerShown(
    tenants.provider.read,
  );
  return { name: "", fields: { ...fields, ...secretsOf(tenants, ["smtpPassword"]) } };
}

export function alertSettings({ tenants: { provider } }: Where): Look {
  const fields = PROVIDER_SETS.alerts.map((key) => [key, valueOf(provider.read, key)] as const);
  return { name: "", fields: Object.fromEntries(fields) };
}

export function pix({ tenants }: Where): Look {
  const { revision: _, clientIdAt: __, clientSecretAt: ___, certificate, ...fields } = pixShown(
    tenants.provider.read,
    tenants.keys,
  );
  const secrets = secretsOf(tenants, ["efiClientId", "efiClientSecret", "efiCertificate"]);
  return { name: "", fields: { ...fields, validUntil: certificate?.validUntil, ...secrets } };
}

function secretsOf({ provider, keys }: Pick<Where["tenants"], "provider" | "keys">, names: ProviderSettingKey[]) {
  return Object.fromEntries(names.map((key) => [key, secretField(keys, providerSecret(provider.read, key, keys))]));
}

export function brand({ tenants }: Where): Look {
  const { revision: _, ...fields } = brandShown(tenants.provider.read) as Record<string, unknown>;
  return { name: "", fields };
}
