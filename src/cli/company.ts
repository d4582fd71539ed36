import { addCompany, listCompanies } from "../companies/companies.ts";
import { LIMITED, setLimit } from "../companies/limits.ts";
import { BadUsage } from "../platform/config.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setSetting } from "../settings/settings.ts";
import { options } from "./options.ts";
import { companyNamed, noCompany, withTenants } from "./tenants.ts";

export function companyVerb(args: string[]): Promise<void> {
  const { rest: [what, name, ...words], flags: { storage }, data } = options(args);
  return withTenants(data, what === "add" && Boolean(name), (tenants) => {
    if (what === "list") showCompanies(tenants);
    else if (what === "add" && name?.trim() && words.length === 0) {
      const company = addCompany(tenants, { name: name.trim() }, new Date());
      company.write((db) => setSetting(db, "firstSteps", "new"));
      console.log(`${company.id}\t${name.trim()}`);
    } else if (what === "limit" && name) limitVerb(tenants, name, storage === undefined ? words : ["storage", storage]);
    else throw new BadUsage("balcao company add NAME | balcao company list | balcao company limit COMPANY WHAT NUMBER");
  });
}

function showCompanies(tenants: Tenants): void {
  const companies = listCompanies(tenants);
  for (const { id, name } of companies) console.log(`${id}\t${name}`);
  if (companies.length === 0) console.error(noCompany(tenants.folder));
}

const LIMIT_USAGE = `balcao company limit COMPANY users|connections|queues NUMBER|none
balcao company limit COMPANY --storage 500MB|10GB|none`;

function limitVerb(tenants: Tenants, company: string, [what, number = "", ...more]: string[]): void {
  const limited = [...LIMITED, "storage" as const].find((each) => each === what);
  const limit = limited === "storage" ? bytesOf(number) : /^\d{1,6}$/.test(number) ? Number(number) : undefined;
  if (!limited || more.length || (limit === undefined && number !== "none")) throw new BadUsage(LIMIT_USAGE);
  setLimit(tenants, companyNamed(tenants, company).id, limited, limit ?? null);
}

const UNITS = { kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3, tb: 1000 ** 4 };

/** Bytes of an amount such as 500MB, in the units of those who sell disks. */
function bytesOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(kb|mb|gb|tb)$/i.exec(text) ?? [];
  return amount && unit ? Math.round(Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS]) : undefined;
}
