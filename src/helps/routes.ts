import { listCompanies } from "../companies/companies.ts";
import type { Change } from "../contract/events.ts";
import { type Help, helps } from "../contract/helps.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { addHelp, changeHelp, listHelps, removeHelp, searchHelps } from "./helps.ts";

export const helpRoutes = routes((on) => {
  on(helps.list, ({ tenants }) => listHelps(tenants.provider.read));
  on(helps.search, ({ tenants, query }) => searchHelps(tenants.provider.read, query));

  on(helps.add, ({ tenants, body }) => {
    const record = tenants.provider.write((db) => addHelp(db, body, Date.now()));
    publishToAll(tenants, { action: "create", record });
    return record;
  });

  on(helps.change, ({ tenants, person, params, body }) => {
    const record = tenants.provider.write((db) => changeHelp(db, params.id, body, { by: person, now: Date.now() }));
    publishToAll(tenants, { action: "update", record });
    return record;
  });

  on(helps.remove, ({ tenants, params }) => {
    tenants.provider.write((db) => removeHelp(db, params.id));
    publishToAll(tenants, { action: "delete", id: params.id });
    return {};
  });
});

/** Everybody reads it, in whatever company they are; no company's file is opened for that. */
function publishToAll(tenants: Tenants, change: Change<Help>): void {
  for (const { id } of listCompanies(tenants)) tenants.company(id).hub.publish("help", change);
}
