import { asc, eq } from "drizzle-orm";
import { type Company, hot } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type CompanyRow, companyTable } from "./table.ts";

export function listCompanies({ provider }: Tenants): CompanyRow[] {
  return provider.read.select().from(companyTable).orderBy(asc(companyTable.id)).all();
}

const byId = hot((db) => db.select().from(companyTable).where(eq(companyTable.id, hot.arg("id"))).prepare());

export function companyRow({ provider }: Tenants, id: number): CompanyRow | undefined {
  return byId(provider.read, { id })[0];
}

export interface NewCompany {
  name: string;
  dueDate?: string | null;
  timeZone?: string;
  isDemo?: boolean;
}

/** A new company with its own folder and file. */
export function addCompany(tenants: Tenants, { name, ...rest }: NewCompany, now: Date): Company {
  const { id } = tenants.provider.write((db) =>
    db.insert(companyTable).values({ name, ...rest, createdAt: now.getTime() }).returning({ id: companyTable.id }).get()
  );
  return tenants.found(id);
}

/** Past its due date, counted in the company's own time zone: the due date itself still counts as paid (spec 1 §4.1). */
export function isOverdue({ dueDate, timeZone }: Pick<CompanyRow, "dueDate" | "timeZone">, now: Date): boolean {
  return dueDate !== null && dueDate < dayIn(timeZone, now);
}

/** YYYY-MM-DD of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  let format = DAY.get(timeZone);
  if (!format) DAY.set(timeZone, format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }));
  return format.format(moment);
}
const DAY = new Map<string, Intl.DateTimeFormat>();

/** The first moment of a day in a time zone, in ms since 1970. */
export function startOfDay(timeZone: string, day: string): number {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  // At most 14 hours ahead and 12 behind; walking by quarters of an hour meets every zone and every clock change.
  for (let at = midnightUtc - 14 * 3_600_000; at <= midnightUtc + 12 * 3_600_000; at += 900_000) {
    if (dayIn(timeZone, new Date(at)) >= day) return at;
  }
  return midnightUtc;
}
