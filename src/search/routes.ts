import { companyRow } from "../companies/companies.ts";
import { search } from "../contract/search.ts";
import { routes } from "../platform/routes.ts";
import { find } from "./search.ts";

export const searchRoutes = routes((on) => {
  on(
    search.find,
    ({ company, person, query, tenants }) =>
      find(company.read, person, query, companyRow(tenants, company.id)!.timeZone),
  );
});
