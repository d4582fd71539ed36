import { givePlan } from "../companies/companies.ts";
import type { Limited } from "../contract/plans.ts";
import { addPlan } from "../plans/plans.ts";
import type { Tenants } from "../platform/tenants.ts";

/** Lets a company have so many of something and as much as it likes of the rest; null = no limit at all. Storage in bytes. */
export function setLimit(
  tenants: Tenants,
  companyId: number,
  what: Limited | "storage",
  limit: number | null,
): void {
  if (limit === null) return givePlan(tenants, companyId, null);
  const none = { users: null, connections: null, queues: null, storage: null };
  const values = { ...none, name: crypto.randomUUID(), value: 0, offered: false, [what]: limit };
  givePlan(tenants, companyId, tenants.provider.write((db) => addPlan(db, values, Date.now())).id);
}
