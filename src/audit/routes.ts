import { companyRow } from "../companies/companies.ts";
import { audit } from "../contract/audit.ts";
import { routes } from "../platform/routes.ts";
import { AUDIT_EXPORT, AUDIT_PAGE, listEntries } from "./audit.ts";

export const auditRoutes = routes((on) => {
  on(
    audit.list,
    ({ tenants, company, query }) =>
      listEntries(company.read, query, companyRow(tenants, company.id)!.timeZone, AUDIT_PAGE),
  );
  on(
    audit.export,
    ({ tenants, company, query }) =>
      listEntries(company.read, query, companyRow(tenants, company.id)!.timeZone, AUDIT_EXPORT),
  );
});
