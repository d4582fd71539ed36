import { helps } from "../contract/helps.ts";
import { publishToAll } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
import { addHelp, changeHelp, listHelps, removeHelp, searchHelps } from "./helps.ts";

export const helpRoutes = routes((on) => {
  on(helps.list, ({ tenants }) => listHelps(tenants.provider.read));
  on(helps.search, ({ tenants, query }) => searchHelps(tenants.provider.read, query));

  on(helps.add, ({ tenants, body }) => {
    const record = tenants.provider.write((db) => addHelp(db, body, Date.now()));
    publishToAll(tenants, "help", { action: "create", record });
    return record;
  });

  on(helps.change, ({ tenants, person, params, body }) => {
    const record = tenants.provider.write((db) => changeHelp(db, params.id, body, { by: person, now: Date.now() }));
    publishToAll(tenants, "help", { action: "update", record });
    return record;
  });

  on(helps.remove, ({ tenants, params }) => {
    tenants.provider.write((db) => removeHelp(db, params.id));
    publishToAll(tenants, "help", { action: "delete", id: params.id });
    return {};
  });
});
