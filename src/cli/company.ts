import { addCompany, givePlan, listCompanies } from "../companies/companies.ts";
import { renewInvoice } from "../invoices/make.ts";
import { BadCommand, BadUsage } from "../platform/config.ts";
import type { Tenants } from "../platform/tenants.ts";
import { allPlans } from "../plans/plans.ts";
import { removeCompany, restoreCompany } from "../provisioning/remove.ts";
import { setSetting } from "../settings/settings.ts";
import { options } from "./options.ts";
import { companyNamed, noCompany, withTenants } from "./tenants.ts";

const USAGE = `balcao company add NAME | balcao company list | balcao company plan COMPANY PLAN|none
balcao company remove COMPANY | balcao company restore ID`;

export function companyVerb(args: string[]): Promise<void> {
  const { rest: [what, name, ...words], data } = options(args);
  return withTenants(data, what === "add" && Boolean(name), (tenants) => {
    if (what === "list") showCompanies(tenants);
    else if (what === "add" && name?.trim() && words.length === 0) {
      const company = addCompany(tenants, { name: name.trim() }, new Date());
      company.write((db) => setSetting(db, "firstSteps", "new"));
      console.log(`${company.id}\t${name.trim()}`);
    } else if (what === "plan" && name && words.length === 1) planVerb(tenants, name, words[0]!);
    else if (what === "remove" && name && words.length === 0) removeVerb(tenants, name);
    else if (what === "restore" && name && words.length === 0) restoreVerb(tenants, name);
    else throw new BadUsage(USAGE);
  });
}

function showCompanies(tenants: Tenants): void {
  const companies = listCompanies(tenants);
  for (const { id, name } of companies) console.log(`${id}\t${name}`);
  if (companies.length === 0) console.error(noCompany(tenants.folder));
}

function removeVerb(tenants: Tenants, company: string): void {
  const { id, name } = companyNamed(tenants, company), now = new Date();
  removeCompany(tenants, id, now);
  console.error(`${name} is removed; for thirty days it comes back with: balcao company restore ${id}`);
}

function restoreVerb(tenants: Tenants, id: string): void {
  const taken = restoreCompany(tenants, Number(id) || 0);
  for (const email of taken) console.error(`${email} is somebody else's by now, and logs in there`);
}

function planVerb(tenants: Tenants, company: string, name: string): void {
  const { id } = companyNamed(tenants, company);
  const plan = name === "none"
    ? null
    : allPlans(tenants.provider.read).find((each) => String(each.id) === name || each.name === name);
  if (plan === undefined) throw new BadCommand(`There is no plan ${name} in ${tenants.folder}: see balcao plan list`);
  givePlan(tenants, id, plan?.id ?? null);
  renewInvoice(tenants, id, Date.now());
}
