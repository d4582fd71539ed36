import { eq } from "drizzle-orm";
import type { CompanyRow } from "../companies/table.ts";
import { companyTable } from "../companies/table.ts";
import { makeInvoices } from "../invoices/make.ts";
import { type InvoiceRow, invoiceTable } from "../invoices/table.ts";
import type { AskedCharge, Charge, Gateway, Payment } from "../pix/gateway.ts";
import { addPlan } from "../plans/plans.ts";
import type { ProviderSettingKey } from "../contract/provider_settings.ts";
import { changeSettingSet } from "../provider_settings/provider_settings.ts";
import type { Tenants } from "../platform/tenants.ts";
import { dayOf } from "../shared/recurrence.ts";

/** A new plan that costs so much a month (reais); its id. */
export function aPlan(tenants: Tenants, value: number, name = `Plano ${crypto.randomUUID().slice(0, 8)}`): number {
  const none = { users: null, connections: null, queues: null, storage: null };
  return tenants.provider.write((db) => addPlan(db, { ...none, name, value, offered: true }, Date.now())).id;
}

/** Sets what the provider knows of a company, as a super user may do. */
export function setCompany(tenants: Tenants, id: number, change: Partial<CompanyRow>): void {
  const dueDay = change.dueDate ? { dueDay: dayOf(change.dueDate) } : {};
  tenants.provider.write((db) =>
    void db.update(companyTable).set({ ...dueDay, ...change }).where(eq(companyTable.id, id)).run()
  );
}

export function companyOf(tenants: Tenants, id: number): CompanyRow {
  return tenants.provider.read.select().from(companyTable).where(eq(companyTable.id, id)).all()[0]!;
}

/** A company that pays so much a month (reais) and is due on a day, with its invoice made; `now` in ms. */
export async function subscribed(
  tenants: Tenants,
  companyId: number,
  { value = 179, dueDate, now, ...rest }: { value?: number; dueDate: string; now: number } & Partial<CompanyRow>,
): Promise<InvoiceRow> {
  setCompany(tenants, companyId, { planId: aPlan(tenants, value), dueDate, ...rest });
  await makeInvoices(tenants, now);
  return invoicesOf(tenants, companyId).findLast(({ status }) => status === "open")!;
}

/** All of a company's, as they were made. */
export function invoicesOf({ provider }: Tenants, companyId: number): InvoiceRow[] {
  return provider.read.select().from(invoiceTable).where(eq(invoiceTable.companyId, companyId)).all();
}

/** Sets what the provider sets, as it would be after their screens' checks. */
export function setProvider(tenants: Tenants, values: Partial<Record<ProviderSettingKey, string>>): void {
  const by = { by: { id: 1, name: "Suporte Balcão" }, now: Date.now(), keys: tenants.keys };
  const of = Object.keys(values) as ProviderSettingKey[];
  tenants.provider.write((db) => void changeSettingSet(db, { values, of, shown: () => undefined }, by));
}

/** A bank in memory that does what it is told, and keeps count of what it was asked. */
export class SmallBank implements Gateway {
  readonly charges = new Map<string, Charge>();
  readonly asked: AskedCharge[] = [];
  lookedUp: string[] = [];
  cancelled: string[] = [];
  /** Thrown by every call while it is set. */
  fault: Error | undefined;
  /** Waited for before every answer. */
  before: (() => Promise<unknown>) | undefined;
  constructor(readonly now: () => number = Date.now) {}

  async charge(asked: AskedCharge): Promise<Charge> {
    this.asked.push(asked);
    const known = this.charges.get(asked.txid);
    const { txid, cents, expiresIn } = asked, expiresAt = this.now() + expiresIn * 1000;
    const charge = known ?? { txid, cents, state: "open", pixCode: `pix-${txid}`, expiresAt, payments: [] };
    this.charges.set(txid, charge);
    await this.#answer();
    return structuredClone(charge);
  }

  async lookUp(txid: string): Promise<Charge | undefined> {
    this.lookedUp.push(txid);
    await this.#answer();
    return structuredClone(this.charges.get(txid));
  }

  async cancel(txid: string): Promise<Charge | undefined> {
    this.cancelled.push(txid);
    await this.#answer();
    const charge = this.charges.get(txid);
    if (charge?.state === "open") charge.state = "removed";
    return structuredClone(charge);
  }

  txidsOf(notice: unknown): string[] {
    const { pix } = (notice ?? {}) as { pix?: unknown };
    return Array.isArray(pix) ? pix.map((one) => String((one as { txid?: unknown })?.txid)) : [];
  }

  /** Somebody pays a charge; the bank's number of the payment. */
  pay(
    txid: string,
    { cents = this.charges.get(txid)!.cents, at = this.now(), ...rest }: Partial<Payment> = {},
  ): string {
    const charge = this.charges.get(txid)!,
      endToEndId = rest.endToEndId ?? `E${crypto.randomUUID().replaceAll("-", "")}`;
    charge.state = "paid";
    charge.payments.push({ endToEndId, cents, at });
    return endToEndId;
  }

  async #answer(): Promise<void> {
    await this.before?.();
    if (this.fault) throw this.fault;
  }
}
