import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import { passwordFault, passwordRuleBy } from "../shared/passwords.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setting } from "../settings/settings.ts";

interface Chosen {
  password: string;
  name: string;
  email: string;
}

/** Refuses a password that the company's rule forbids, one of the commonest, and its owner's or the company's own name. */
export async function checkNewPassword(
  tenants: Tenants,
  company: Company,
  { password, name, email }: Chosen,
): Promise<void> {
  const rule = passwordRuleBy((key) => setting(company.read, key));
  const fault = await passwordFault(password, rule, [name, email, companyRow(tenants, company.id)?.name ?? ""]);
  if (fault) refuse("ERR_INVALID_INPUT", { fields: { password: fault } });
}
