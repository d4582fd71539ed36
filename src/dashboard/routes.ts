import { companyRow } from "../companies/companies.ts";
import { dashboard, type DashboardQuery } from "../contract/dashboard.ts";
import type { Company } from "../platform/company.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { figuresOf } from "./figures.ts";
import { periodOf } from "./period.ts";
import { EXPORT_PAGE, SERVICE_PAGE, servicesBehind } from "./services.ts";

export const dashboardRoutes = routes((on) => {
  on(dashboard.show, async ({ company, tenants, query }) => {
    const { period, ...asked } = read(query, tenants, company);
    return await figuresOf(company.read, period, { ...asked, isOnline: (id) => company.hub.isPresent(id) });
  });
  on(dashboard.tickets, ({ company, tenants, query }) => {
    const { period, ...asked } = read(query, tenants, company);
    const { of, hour, pageNumber, sort, order } = query;
    const pageSize = SERVICE_PAGE;
    return servicesBehind(company.read, period, { of, hour, pageNumber, pageSize, sort, order, ...asked });
  });
  on(dashboard.export, ({ company, tenants, query }) => {
    const { period, ...asked } = read(query, tenants, company);
    const { pageNumber } = query;
    return servicesBehind(company.read, period, { of: "finished", pageNumber, pageSize: EXPORT_PAGE, ...asked });
  });
});

function read(query: DashboardQuery, tenants: Tenants, company: Company) {
  const { timeZone } = companyRow(tenants, company.id)!;
  const place = { queueId: query.queueId ?? null, userId: query.userId ?? null };
  return { period: periodOf(query, timeZone, Date.now()), place, timeZone };
}
