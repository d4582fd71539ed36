import { asc, eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { type Company, prepared, type Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { dayIn } from "../shared/clock.ts";
import { type CompanyRow, companyTable } from "./table.ts";

export function listCompanies({ provider }: Tenants): CompanyRow[] {
  return provider.read.select().from(companyTable).orderBy(asc(companyTable.id)).all();
}

const byId = prepared((db) => db.select().from(companyTable).where(eq(companyTable.id, prepared.arg("id"))).prepare());

export function companyRow({ provider }: Tenants, id: number): CompanyRow | undefined {
  return byId(provider.read, { id })[0];
}

export interface NewCompany {
  name: string;
  dueDate?: string | null;
  timeZone?: string;
  isDemo?: boolean;
}

/** A new company with its own folder and file. Two of one name could not be told apart: ERR_DUPLICATED_NAME. */
export function addCompany(tenants: Tenants, { name, ...rest }: NewCompany, now: Date): Company {
  const { id } = tenants.provider.write((db) => {
    const isSame = (other: CompanyRow) => plain(other.name) === plain(name);
    if (db.select().from(companyTable).all().some(isSame)) refuse("ERR_DUPLICATED_NAME", { fields: { name: "taken" } });
    const row = { name, ...rest, createdAt: now.getTime() };
    return db.insert(companyTable).values(row).returning({ id: companyTable.id }).get();
  });
  return tenants.found(id);
}

function plain(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** What a company may have from now on; null = as much as it likes. What it has beyond that stays. */
export function givePlan({ provider }: Tenants, id: number, planId: number | null): void {
  provider.write((db) => void db.update(companyTable).set({ planId }).where(eq(companyTable.id, id)).run());
}

/** `timeZone` is an IANA name. */
export function changeTimeZone({ provider }: Tenants, id: number, timeZone: string): void {
  provider.write((db) => void db.update(companyTable).set({ timeZone }).where(eq(companyTable.id, id)).run());
}

/** The company of super users is the provider's own: it pays nobody. `db` is provider.db. */
export function makeProviders(db: Write, id: number): void {
  db.update(companyTable).set({ isProviders: true, isActive: true, dueDate: null }).where(eq(companyTable.id, id))
    .run();
}

/**
 * Past its due date, counted in the company's own time zone: the due date itself still counts as paid (spec 1 §4.1). The
 * provider's own company never is.
 */
export function isOverdue(
  { dueDate, timeZone, isProviders }: Pick<CompanyRow, "dueDate" | "timeZone" | "isProviders">,
  now: Date,
): boolean {
  return dueDate !== null && !isProviders && dueDate < dayIn(timeZone, now);
}
