import type * as z from "zod/mini";
import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { type ScheduleForm, schedules } from "../contract/schedules.ts";
import type { Company } from "../platform/company.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { momentIn } from "../shared/clock.ts";
import { expectSchedule } from "./run.ts";
import {
  addSchedule,
  changeSchedule,
  listSchedules,
  removeSchedule,
  scheduleById,
  type ScheduleDraft,
  scheduleRow,
} from "./schedules.ts";
import { checkMaySee, viewersOfSchedule } from "./visible.ts";

export const scheduleRoutes = routes((on) => {
  on(schedules.list, ({ company, person, query }) => listSchedules(company.read, person, query));
  on(schedules.show, ({ company, person, params }) => {
    const schedule = scheduleById(company.read, params.id);
    checkMaySee(company.read, person, schedule);
    return schedule;
  });

  on(schedules.add, ({ company, person, body, tenants }) => {
    const draft = draftOf(tenants, company, body);
    const record = company.write((db, emit) => {
      checkMaySee(db, person, { ...draft, userId: person.id });
      const record = addSchedule(db, draft, person.id, Date.now());
      emit("schedule", { action: "create", record }, viewersOfSchedule(db, record));
      return record;
    });
    expectSchedule(company, draft.sendAt);
    return record;
  });

  on(schedules.change, ({ company, person, params, body, tenants }) => {
    const draft = draftOf(tenants, company, body);
    const record = company.write((db, emit) => {
      const had = scheduleRow(db, params.id), toBe = { ...had, contactId: draft.contactId };
      for (const look of [had, toBe]) checkMaySee(db, person, look);
      const record = changeSchedule(db, params.id, { ...draft, was: body.was }, { userId: person.id, now: Date.now() });
      emit("schedule", { action: "update", record }, viewersOfSchedule(db, had, toBe));
      return record;
    });
    expectSchedule(company, draft.sendAt);
    return record;
  });

  on(schedules.remove, ({ company, person, params }) => remove(company, person, params.id));
  on(
    schedules.removeMany,
    ({ company, person, body }) => outcomesOf(body.ids, (id) => remove(company, person, id)),
  );
});

function remove(company: Company, person: Person, id: number) {
  return company.write((db, emit) => {
    const had = scheduleRow(db, id);
    checkMaySee(db, person, had);
    removeSchedule(db, id);
    emit("schedule", { action: "delete", id }, viewersOfSchedule(db, had));
    return {};
  });
}

function draftOf(
  tenants: Tenants,
  company: Company,
  { body, contactId, sendAt, whatsappId, template }: z.output<typeof ScheduleForm>,
): ScheduleDraft {
  const at = momentIn(companyRow(tenants, company.id)!.timeZone, sendAt);
  if (Number.isNaN(at)) refuse("ERR_INVALID_INPUT", { fields: { sendAt: "invalid" } });
  return { body, contactId, connectionId: whatsappId ?? null, sendAt: at, template };
}
