import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Tenants } from "../platform/tenants.ts";
import { dayIn } from "../shared/clock.ts";
import { insertCompany } from "./new_row.ts";
import { type CompanyRow, companyTable } from "./table.ts";

/** All that are not removed. */
export function listCompanies({ provider }: Tenants): CompanyRow[] {
  return living(provider.read);
}

const living = prepared((db) =>
  db.select().from(companyTable).where(isNull(companyTable.removedAt)).orderBy(asc(companyTable.id)).prepare()
);

/** The ids of those whose folders are there for a while yet, or were never finished. */
export function removedCompanies({ provider }: Tenants): Set<number> {
  const rows = provider.read.select({ id: companyTable.id }).from(companyTable).where(
    isNotNull(companyTable.removedAt),
  );
  return new Set(rows.all().map(({ id }) => id));
}

type Standing = Pick<CompanyRow, "isActive" | "removedAt" | "dueDate" | "timeZone" | "isProviders">;

/** Whether a company's people, bot and clock do their work: it is paid and open. */
export function isAtWork(row: Standing | undefined, now: Date): boolean {
  return row !== undefined && row.isActive && row.removedAt === null && !isOverdue(row, now);
}

/** The ids of all that are at work. The clock asks every second, so no more is read than that takes. */
export function idsAtWork({ provider }: Tenants, now: Date): number[] {
  return standing(provider.read).filter((row) => isAtWork(row, now)).map(({ id }) => id);
}

const standing = prepared((db) => {
  const { id, isActive, removedAt, dueDate, timeZone, isProviders } = companyTable;
  return db.select({ id, isActive, removedAt, dueDate, timeZone, isProviders }).from(companyTable)
    .where(and(isNull(removedAt), eq(isActive, true))).orderBy(asc(id)).prepare();
});

const byId = prepared((db) => db.select().from(companyTable).where(eq(companyTable.id, prepared.arg("id"))).prepare());

export function companyRow({ provider }: Tenants, id: number): CompanyRow | undefined {
  return byId.one(provider.read, { id });
}

export interface NewCompany {
  name: string;
  dueDate?: string | null;
  timeZone?: string;
  isDemo?: boolean;
}

/**
 * A new company with its own folder and file. Two of one name could not be told apart: ERR_DUPLICATED_NAME. It is seen by
 * nobody until all of it is there: what a full disk leaves half made has no name, and goes by the clock (`purgeRemoved`).
 */
export function addCompany(tenants: Tenants, { name, ...rest }: NewCompany, now: Date): Company {
  const { provider, folder } = tenants, unseen = { removedAt: now.getTime() };
  const id = provider.write((db) => {
    checkName(db, name);
    return insertCompany(folder, db, { name, ...rest, ...unseen, createdAt: now.getTime() });
  });
  const company = tenants.found(id);
  provider.write((db) => void db.update(companyTable).set({ removedAt: null }).where(eq(companyTable.id, id)).run());
  return company;
}

/** Two of one name could not be told apart. `except` is the one that is to have it. */
export function checkName(db: Read, name: string, except?: number): void {
  const isSame = (other: CompanyRow) => other.id !== except && plain(other.name) === plain(name);
  if (living(db).some(isSame)) refuse("ERR_DUPLICATED_NAME", { fields: { name: "taken" } });
}

function plain(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** What a company may have from now on; null = as much as it likes. What it has beyond that stays. */
export function givePlan({ provider }: Tenants, id: number, planId: number | null): void {
  provider.write((db) => void db.update(companyTable).set({ planId }).where(eq(companyTable.id, id)).run());
}

/** What the provider's list says of it; its own file has the setting. `db` is provider.db. */
export function setCampaignsEnabled(db: Write, id: number, campaignsEnabled: boolean): void {
  db.update(companyTable).set({ campaignsEnabled }).where(eq(companyTable.id, id)).run();
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
