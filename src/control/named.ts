import { companyRow, listCompanies } from "../companies/companies.ts";
import { movedCompanies, type MovedCompany, moveOf } from "../companies/moved.ts";
import type { CompanyRow } from "../companies/table.ts";
import type { Plan } from "../contract/plans.ts";
import { NotThere } from "../platform/config.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ProviderMaker } from "../platform/provider_revisions.ts";
import { allPlans } from "../plans/plans.ts";
import { loginBy } from "../users/logins.ts";
import type { Asked } from "./operation.ts";

type Where = Pick<Asked<unknown>, "tenants" | "data">;

/** Who changes something at a command line: nobody whom the product knows. */
export const NOBODY: ProviderMaker = { id: null, name: null };

/** The company of this id or name. Where its file is not in its place any more, that is known from now on. */
export function companyNamed({ tenants, data }: Where, company: string): CompanyRow {
  const companies = listCompanies(tenants);
  const row = companies.find(({ id, name }) => String(id) === company || name === company);
  if (row) {
    tenants.checkPlaces([row.id]);
    return row;
  }
  const moved = movedCompanies(tenants).find(({ id, name }) => String(id) === company || name === company);
  if (moved) throw new NotThere(movedText(moved));
  const removed = removedRow(tenants, company);
  if (removed) throw new NotThere(`${removed.name} was removed: balcao company restore ${removed.id} brings it back`);
  if (companies.length === 0) throw new NotThere(noCompany(data));
  throw new NotThere(`There is no company ${company} in ${data}: see balcao company list`);
}

/** One of this id that can be brought back. */
function removedRow(tenants: Tenants, company: string): CompanyRow | undefined {
  const row = /^\d{1,15}$/.test(company) ? companyRow(tenants, Number(company)) : undefined;
  return row?.removedState ? row : undefined;
}

/** Where a company is that has left. */
export function movedText({ id, name, address, confirmedAt }: MovedCompany): string {
  if (confirmedAt !== null) return `${name} has moved: since ${momentOf(confirmedAt)} it is served at ${address}`;
  return `${name} was given to ${address}, which has not said that it has it: give the command of the move again, ` +
    `or take it back with balcao company move ${id} --to PLACE --back`;
}

export function noCompany(data: string): string {
  return `${data} has no company yet: balcao company add NAME --data ${data}`;
}

/** The plan of this id or name. */
export function planNamed({ tenants, data }: Where, name: string): Plan {
  const plan = allPlans(tenants.provider.read).find((each) => String(each.id) === name || each.name === name);
  if (!plan) throw new NotThere(`There is no plan ${name} in ${data}: see balcao plan list`);
  return plan;
}

/** The login of this e-mail address. */
export function loginNamed({ tenants, data }: Where, email: string) {
  const login = loginBy(tenants, email);
  if (!login) throw new NotThere(`Nobody logs in as ${email} in ${data}`);
  const move = moveOf(tenants, login.companyId);
  if (move) throw new NotThere(`${email} logs in at ${move.address}, where the company has moved`);
  return login;
}
