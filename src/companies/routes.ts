import { noteSignUp } from "../audit/strangers.ts";
import { changeTimeZone } from "./companies.ts";
import { excessesOfCompany } from "./limits.ts";
import { companyPage, companyRecord, companyRecords } from "./records.ts";
import { companies, type CompanyDetails } from "../contract/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { Changed } from "../contract/revisions.ts";
import { zoneToday } from "../shared/time_zones.ts";
import type { Company } from "../platform/company.ts";
import { noteMaker, refuseIfChanged } from "../platform/revisions.ts";
import { hasMail } from "../mail/mail_server.ts";
import { mailInvitation } from "../password_links/mailed.ts";
import { makePasswordLink } from "../password_links/password_links.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
import { changeCompany } from "../provisioning/change.ts";
import { provisionCompany } from "../provisioning/provision.ts";
import { removeCompany } from "../provisioning/remove.ts";
import { mayStrangersSignUp } from "../provider_settings/provider_settings.ts";
import { detailsOf, publishRecord } from "../provisioning/shown.ts";
import { signUp } from "../provisioning/sign_up.ts";
import { HOURS, setCompanySchedules } from "../settings/hours.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";

export const companyRoutes = (supervisor: Supervisor) =>
  routes((on) => {
    on(companies.page, ({ tenants, query }) => companyPage(tenants.provider.read, query));
    on(companies.list, ({ tenants }) => companyRecords(tenants.provider.read));

    on(companies.mayStrangers, ({ tenants }) => ({ isOpen: mayStrangersSignUp(tenants.provider.read) }));
    on(companies.signUp, async ({ tenants, body, http }) => {
      const { id, dueDate, isQuiet } = await signUp(tenants, body, {
        address: http.var.caller.address,
        now: new Date(),
      });
      if (id !== undefined) publishRecord(tenants, id, "create");
      return noteSignUp(isQuiet ? { dueDate } : { id, dueDate }, id);
    });

    on(companies.show, ({ company, tenants, person, params }) => {
      if (!person.super || params.id === company.id) return detailsOf(tenants, own(company, params.id));
      return detailsOf(tenants, tenants.company(companyRecord(tenants.provider.read, params.id).id));
    });

    on(companies.add, async ({ tenants, body: { language, ...values } }) => {
      const now = new Date(), { id, userId } = await provisionCompany(tenants, { ...values, language }, now);
      const who = { companyId: id, userId };
      const mailedUntil = hasMail(tenants) ? mailInvitation(tenants, { ...who, language }, now) : null;
      const link = mailedUntil === null ? makePasswordLink(tenants, who, now) : null;
      return { company: publishRecord(tenants, id, "create"), invitation: { userId, link, mailedUntil } };
    });

    on(companies.change, async ({ tenants, params: { id }, body, person }) => {
      const company = await changeCompany(tenants, supervisor, { ...body, id }, { by: person, now: Date.now() });
      return { company, excesses: company.planId === null ? [] : excessesOfCompany(tenants, id) };
    });

    on(companies.remove, async ({ tenants, params: { id } }) => {
      const now = new Date();
      removeCompany(tenants, id, now);
      publishToSupers(tenants, "companyRecord", { action: "delete", id });
      await supervisor.stopAll(tenants.company(id));
      return {};
    });

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
