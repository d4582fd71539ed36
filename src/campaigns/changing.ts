import { companyRow } from "../companies/companies.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";

/** Whatever changes may give the runner something to do. */
export function changing<T extends object>(company: Company, work: (db: Write, emit: Emit) => T): T {
  const result = company.write<object>(work) as T;
  company.signals.emit("campaigns", {});
  return result;
}

/** IANA name of the company's clocks. */
export function timeZoneOf(tenants: Tenants, company: Company): string {
  return companyRow(tenants, company.id)!.timeZone;
}
