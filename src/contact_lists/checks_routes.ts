import { listChecks } from "../contract/contact_lists.ts";
import { routes } from "../platform/routes.ts";
import { beginCheck, checkOfList, stopCheck } from "./checks.ts";

export const listCheckRoutes = routes((on) => {
  on(listChecks.show, ({ company, params }) => ({ check: checkOfList(company.read, params.id) }));
  on(listChecks.begin, ({ company, params }) => {
    const record = company.write((db, emit) => beginCheck(db, emit, params.id, Date.now()));
    company.signals.emit("listChecks", {});
    return record;
  });
  on(listChecks.stop, ({ company, params }) => {
    const record = company.write((db, emit) => stopCheck(db, emit, params.id, Date.now()));
    company.signals.emit("listChecks", {});
    return record;
  });
});
