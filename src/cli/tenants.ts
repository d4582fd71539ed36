import { listCompanies } from "../companies/companies.ts";
import { BadCommand } from "../platform/config.ts";
import { Tenants } from "../platform/tenants.ts";

/** Opens the data folder for one command. Only the first company makes a new one: all else would hide a wrong --data. */
export async function withTenants(
  data: string,
  mayCreate: boolean,
  work: (tenants: Tenants) => unknown,
): Promise<void> {
  const isNew = !exists(`${data}/provider.db`);
  if (isNew && !mayCreate) throw new BadCommand(noCompany(data));
  const tenants = new Tenants(data);
  if (isNew) {
    console.error(`${Deno.realPathSync(data)} is the data folder from now on: give it to the other commands, too`);
  }
  try {
    await work(tenants);
  } finally {
    tenants.close();
  }
}

/** The company of this id or name. */
export function companyNamed(tenants: Tenants, company: string) {
  const companies = listCompanies(tenants);
  const row = companies.find(({ id, name }) => String(id) === company || name === company);
  if (row) return row;
  if (companies.length === 0) throw new BadCommand(noCompany(tenants.folder));
  throw new BadCommand(`There is no company ${company} in ${tenants.folder}: see balcao company list`);
}

export function noCompany(data: string): string {
  return `${data} has no company yet: balcao company add NAME --data ${data}`;
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
