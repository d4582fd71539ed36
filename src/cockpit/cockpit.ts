import { asc, eq, isNull } from "drizzle-orm";
import { isOverdue } from "../companies/companies.ts";
import { figuresNow, figuresOf } from "../companies/figures.ts";
import { companyFiguresTable, type CompanyRow, companyTable } from "../companies/table.ts";
import type { Cockpit, CockpitCompany, CompanyBackup } from "../contract/cockpit.ts";
import { invoiceTable } from "../invoices/table.ts";
import type { Read } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { planTable } from "../plans/table.ts";
import { dayIn } from "../shared/clock.ts";
import { moneyByMonth } from "./money.ts";

/** Every company by name, and the money of the last months: from provider.db alone, no company's file is opened. */
export function cockpitOf(
  tenants: Tenants,
  now: Date,
  backupOf: (companyId: number) => CompanyBackup | null = () => null,
): Cockpit {
  const { provider: { read }, quarantine, notUpgraded } = tenants, owed = openInvoices(read);
  const { id, name, users, connections, queues, storage } = planTable;
  const rows = read.select({
    company: companyTable,
    plan: { id, name, users, connections, queues, storage },
    figures: companyFiguresTable,
  }).from(companyTable)
    .leftJoin(planTable, eq(id, companyTable.planId))
    .leftJoin(companyFiguresTable, eq(companyFiguresTable.companyId, companyTable.id))
    .where(isNull(companyTable.removedAt)).all();
  const companies = rows.map(({ company, plan, figures }): CockpitCompany => ({
    ...recordOf(company, now),
    isUnreadable: quarantine.has(company.id),
    isNotUpgraded: notUpgraded.has(company.id),
    plan,
    figures: figuresOf(figuresNow(tenants, figures), dayIn(company.timeZone, now)),
    openInvoice: owed.get(company.id) ?? null,
    backup: backupOf(company.id),
  }));
  return { companies: companies.sort(byName), months: moneyByMonth(read, now) };
}

function recordOf(row: CompanyRow, now: Date) {
  const { id, name, isProviders, isActive, timeZone, dueDate, trialExpiration } = row;
  // Whoever has paid once is due on another day than that on which the trial ended.
  const isOnTrial = trialExpiration !== null && trialExpiration === dueDate;
  return { id, name, isProviders, status: isActive, timeZone, dueDate, isOverdue: isOverdue(row, now), isOnTrial };
}

/** What each company owes: the invoice that is due first, and the sum of all. */
function openInvoices(db: Read): Map<number, NonNullable<CockpitCompany["openInvoice"]>> {
  const rows = db.select().from(invoiceTable).where(eq(invoiceTable.status, "open"))
    .orderBy(asc(invoiceTable.dueDate), asc(invoiceTable.id)).all();
  const cents = new Map<number, number>(), owed = new Map<number, NonNullable<CockpitCompany["openInvoice"]>>();
  for (const { id, companyId, dueDate, cents: own } of rows) {
    const sum = (cents.get(companyId) ?? 0) + own;
    cents.set(companyId, sum);
    const first = owed.get(companyId) ?? { id, dueDate, value: 0 };
    owed.set(companyId, { ...first, value: sum / 100 });
  }
  return owed;
}

let inPortuguese: Intl.Collator | undefined;
function byName(one: CockpitCompany, other: CockpitCompany): number {
  inPortuguese ??= new Intl.Collator("pt-BR");
  return inPortuguese.compare(one.name, other.name) || one.id - other.id;
}
