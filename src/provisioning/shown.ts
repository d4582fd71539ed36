import { companyRow, isOverdue } from "../companies/companies.ts";
import { companyRecord } from "../companies/records.ts";
import type { CompanyDetails, CompanyRecord } from "../contract/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { Company, Read } from "../platform/company.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { revisionOf } from "../platform/revisions.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companySchedules, HOURS } from "../settings/hours.ts";

/** A company as its own people see it. */
export function detailsOf(tenants: Tenants, company: Company, db: Read = company.read): CompanyDetails {
  const row = companyRow(tenants, company.id) ?? refuse("ERR_NO_COMPANY_FOUND");
  const { id, name, dueDate, timeZone } = row, isLate = isOverdue(row, new Date());
  return {
    id,
    name,
    dueDate,
    isOverdue: isLate,
    timeZone,
    schedules: companySchedules(db),
    revision: revisionOf(db, HOURS),
  };
}

/** Super users see it on their screens; answers it. */
export function publishRecord(tenants: Tenants, id: number, action: "create" | "update"): CompanyRecord {
  const record = companyRecord(tenants.provider.read, id);
  publishToSupers(tenants, "companyRecord", { action, record });
  return record;
}
