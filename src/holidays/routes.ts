import { holidays } from "../contract/holidays.ts";
import { routes } from "../platform/routes.ts";
import { addHoliday, changeHoliday, listHolidays, removeHoliday } from "./holidays.ts";

export const holidayRoutes = routes((on) => {
  on(holidays.list, ({ company }) => listHolidays(company.read));

  on(holidays.add, ({ company, body }) =>
    company.write((db, emit) => {
      const record = addHoliday(db, body);
      emit("holiday", { action: "create", record });
      return record;
    }));

  on(holidays.change, ({ company, params, body, person }) =>
    company.write((db, emit) => {
      const record = changeHoliday(db, params.id, body, { userId: person.id, now: Date.now() });
      emit("holiday", { action: "update", record });
      return record;
    }));

  on(holidays.remove, ({ company, params }) =>
    company.write((db, emit) => {
      removeHoliday(db, params.id);
      emit("holiday", { action: "delete", id: params.id });
      return {};
    }));
});
