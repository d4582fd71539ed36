import * as z from "zod/mini";
import { companyRow, isOverdue, listCompanies } from "../../companies/companies.ts";
import { figuresNow, figuresOf, figuresRow } from "../../companies/figures.ts";
import { movedCompanies } from "../../companies/moved.ts";
import { companyRecord } from "../../companies/records.ts";
import { keptCompanies } from "../../provisioning/remove.ts";
import { copiesOf } from "../../companies/origins.ts";
import { momentOf } from "../../platform/moment.ts";
import type { Tenants } from "../../platform/tenants.ts";
import { allPlans } from "../../plans/plans.ts";
import { dayIn } from "../../shared/clock.ts";
import { companyNamed, movedText, noCompany } from "../named.ts";
import { operation } from "../operation.ts";

export const companyList = operation("company list", z.object({}), ({ tenants, data, say }) => {
  const plans = new Map(allPlans(tenants.provider.read).map(({ id, name }) => [id, name])), now = new Date();
  const companies = listCompanies(tenants).map((row) => ({
    id: row.id,
    name: row.name,
    isSuspended: !row.isActive,
    isOverdue: isOverdue(row, now),
    plan: row.planId === null ? null : plans.get(row.planId) ?? null,
    dueDate: row.dueDate,
    ...closedBy(tenants, row.id),
  }));
  const moved = movedCompanies(tenants);
  if (companies.length + moved.length === 0) say(noCompany(data));
  for (const each of moved) say(movedText(each));
  return companies;
});

/**
 * Why its file cannot be served, and whether that is because it could not be upgraded: then it is good, or at least as it
 * was before.
 */
function closedBy(tenants: Tenants, id: number): { damage: string | null; isNotUpgraded: boolean } {
  return { damage: tenants.damageOf(id) ?? null, isNotUpgraded: tenants.notUpgraded.has(id) };
}

/** Those whose files are kept yet; no earlier than at `keptUntil` they are deleted. */
export const companyListRemoved = operation("company list removed", z.object({}), ({ tenants, say }) => {
  const removed = keptCompanies(tenants).map(({ id, name, removedAt, keptUntil }) => ({
    ...{ id, name, removedAt: momentOf(removedAt), keptUntil: momentOf(keptUntil) },
    damage: tenants.damageOf(id) ?? null,
  }));
  if (removed.length === 0) say("No removed company is kept");
  return removed;
});

export const companyShow = operation("company show", z.object({ company: z.string() }), (asked) => {
  const { tenants, serving } = asked, { provider } = tenants, now = new Date();
  const { id } = companyNamed(asked, asked.input.company),
    figures = figuresNow(tenants, figuresRow(provider.read, id)),
    row = companyRow(tenants, id)!;
  const { status, plan, planId: _, revision: __, ...record } = companyRecord(provider.read, id);
  return {
    ...record,
    isSuspended: !status,
    isOverdue: isOverdue(row, now),
    plan: plan?.name ?? null,
    folder: `${Deno.realPathSync(tenants.folder)}/${id}`,
    ...closedBy(tenants, id),
    /** As the provider's cockpit has them: rolled up while a server runs. Without one no line does. */
    figures: figuresOf(serving ? figures : { ...figures, linesUp: 0 }, dayIn(row.timeZone, now)),
    /** Companies here that were made of its data: who asks to be erased is perhaps in them, too. */
    copies: shownCopies(tenants, id),
  };
});

function shownCopies(tenants: Tenants, companyId: number): { id: number; name: string; at: string }[] {
  const names = new Map(listCompanies(tenants).map(({ id, name }) => [id, name])),
    copies = copiesOf(tenants, companyId);
  return [...copies].filter(([id]) => names.has(id))
    .map(([id, at]) => ({ id, name: names.get(id)!, at: momentOf(at) }));
}
