import { companyRow } from "../companies/companies.ts";
import { tickets } from "../contract/tickets.ts";
import { routes } from "../platform/routes.ts";
import { changeTicket } from "./change_ticket.ts";

export const botRoutes = routes((on) => {
  on(tickets.change, ({ company, tenants, person, params, body }) => {
    const where = { company, timeZone: () => companyRow(tenants, company.id)!.timeZone, now: Date.now() };
    return company.write((db, tell) => changeTicket(db, tell, params.id, { wanted: body, person, where }));
  });
});
