import type { Person } from "../contract/permissions.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companyRecord } from "./records.ts";

interface Asked {
  tenants: Tenants;
  company: Company;
  person: Pick<Person, "super">;
}

/**
 * The company that a call is about: one's own, whatever the call says. Only what a super user says counts
 * (behaviour.md, Companies, plans, money).
 */
export function companyAsked({ tenants, company, person }: Asked, companyId: number | null | undefined): Company {
  if (!person.super || !companyId || companyId === company.id) return company;
  return tenants.company(companyRecord(tenants.provider.read, companyId).id);
}
