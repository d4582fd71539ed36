import { givePlan } from "../companies/companies.ts";
import { type By, companyRecord } from "../companies/records.ts";
import type { Limited, Plan } from "../contract/plans.ts";
import { renewInvoice } from "../invoices/make.ts";
import type { Tenants } from "../platform/tenants.ts";
import { addPlan, changePlan, planById } from "../plans/plans.ts";

/** How many of each; null = as many as one likes. Of storage, bytes. */
export type Limits = Partial<Record<Limited | "storage", number | null>>;

const NO_LIMITS = { users: null, connections: null, queues: null, storage: null };

/**
 * Gives a company limits of its own. They are a plan that is called like the company, at the price of the one it had, which
 * strangers are not offered: so its invoices and all screens say the same. Refuses with ERR_DUPLICATED_NAME where a plan
 * that others have too is called so.
 */
export function limitCompany(tenants: Tenants, id: number, limits: Limits, { by, now }: By) {
  const { provider } = tenants, { name, planId } = companyRecord(provider.read, id);
  const had = planId === null ? undefined : planById(provider.read, planId);
  if (had && isItsOwn(had, name)) {
    const { name: _, revision: __, companies: ___, id: ____, ...values } = had;
    return {
      plan: provider.write((db) => changePlan(db, had.id, { ...values, name, ...limits }, { by, now })),
      isNew: false,
    };
  }
  const { users, connections, queues, storage } = had ?? NO_LIMITS;
  const values = { name, value: had?.value ?? 0, users, connections, queues, storage, offered: false, ...limits };
  const { id: added } = provider.write((db) => addPlan(db, values, now));
  givePlan(tenants, id, added);
  renewInvoice(tenants, id, now);
  return { plan: planById(provider.read, added), isNew: true };
}

function isItsOwn(plan: Plan, company: string): boolean {
  return plan.name === company && !plan.offered && plan.companies === 1;
}
