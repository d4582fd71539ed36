import { companyRow } from "../companies/companies.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";

/** Whatever changes may give the runner something to do. */
export function changing<T extends object>(company: Company, work: (db: Write, emit: Emit) => T): T {
  const result = company.write<object>(work) as T;
  company.signals.emit("campaigns", {});
  return result;
}

/**
 * Screens see campaigns as they are now a moment later, when the runner shows what has moved: what they show is counted from
 * all recipients, and nobody's message waits for that.
 */
export function showLater(company: Company, ids: readonly number[]): void {
  if (ids.length > 0) company.afterwards(() => company.signals.emit("campaigns", { moved: ids }));
}

/** IANA name of the company's clocks. */
export function timeZoneOf(tenants: Tenants, company: Company): string {
  return companyRow(tenants, company.id)!.timeZone;
}
