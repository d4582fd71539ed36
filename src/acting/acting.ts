import { asc, eq } from "drizzle-orm";
import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { Tenants } from "../platform/tenants.ts";
import { userTable } from "../users/table.ts";
import { openSession, type Whereabouts } from "../access/sessions.ts";

interface Provider {
  companyId: number;
  userId: number;
  name: string;
}

/**
 * Opens a session of a company's first administrator for one of the provider's people. The administrator's own sessions go
 * on. Refuses with ERR_COMPANY_BLOCKED while nobody may be in, and ERR_NO_USER_FOUND where nobody administers.
 */
export function beginActing(tenants: Tenants, companyId: number, by: Provider, where: Whereabouts, now: Date) {
  const row = companyRow(tenants, companyId);
  if (!row || row.removedAt !== null) refuse("ERR_NO_COMPANY_FOUND");
  if (!row.isActive) refuse("ERR_COMPANY_BLOCKED");
  if (companyId === by.companyId) refuse("ERR_PROVIDERS_COMPANY");
  const admin = tenants.company(companyId).read.select({ id: userTable.id }).from(userTable)
    .where(eq(userTable.profile, "admin")).orderBy(asc(userTable.id)).limit(1).all()[0] ??
    refuse("ERR_NO_USER_FOUND");
  return openSession(tenants, { companyId, userId: admin.id }, { where, actedBy: by }, now).session;
}
