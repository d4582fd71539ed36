import { changeTimeZone, companyRow } from "./companies.ts";
import { companies, type CompanyDetails } from "../contract/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { Changed } from "../contract/revisions.ts";
import { zoneToday } from "../shared/time_zones.ts";
import type { Company, Read } from "../platform/company.ts";
import { noteMaker, refuseIfChanged, revisionOf } from "../platform/revisions.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companySchedules, HOURS, setCompanySchedules } from "../settings/hours.ts";

export const companyRoutes = routes((on) => {
  on(companies.show, ({ company, tenants, params }) => detailsOf(tenants, own(company, params.id)));

  on(companies.schedules, ({ company, tenants, params, body, person }) =>
    own(company, params.id).write((db, emit) => {
      refuseIfChanged(db, HOURS, body.was, () => detailsOf(tenants, company, db));
      setCompanySchedules(db, body.schedules);
      noteMaker(db, HOURS, { userId: person.id, now: Date.now() });
      const record = detailsOf(tenants, company, db);
      emit("company", { action: "update", record });
      return record;
    }));

  on(companies.timeZone, ({ company, tenants, params, body }) => {
    const now = detailsOf(tenants, own(company, params.id));
    if (body.was !== undefined && body.was !== zoneToday(now.timeZone)) {
      // The provider's file has the zone, and it knows nobody of the company.
      const detail: Changed<CompanyDetails> = { record: now, changedAt: null, changedBy: null };
      refuse("ERR_CHANGED_MEANWHILE", { detail });
    }
    changeTimeZone(tenants, company.id, body.timeZone);
    const record = detailsOf(tenants, company);
    company.hub.publish("company", { action: "update", record });
    return record;
  });
});

/** What is another company's does not exist (behaviour.md, Access). */
function own(company: Company, id: number): Company {
  return company.id === id ? company : refuse("ERR_NO_COMPANY_FOUND");
}

function detailsOf(tenants: Tenants, company: Company, db: Read = company.read): CompanyDetails {
  const { id, name, dueDate, timeZone } = companyRow(tenants, company.id) ?? refuse("ERR_NO_COMPANY_FOUND");
  return { id, name, dueDate, timeZone, schedules: companySchedules(db), revision: revisionOf(db, HOURS) };
}
