import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import { restores } from "../contract/restores.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { bySuper, logRestored } from "./log_restored.ts";
import type { Restorer } from "./restorer.ts";

export function restoreRoutes(restorer: Restorer) {
  return routes((on) => {
    on(restores.show, ({ tenants, params }) => restorer.show(known(tenants, params.id)));
    on(restores.prepare, async ({ tenants, params, body }) => {
      await restorer.prepare(known(tenants, params.id), body.at === null ? null : Date.parse(body.at));
      return await restorer.show(params.id);
    });
    on(restores.discard, async ({ tenants, params }) => {
      await restorer.discard(known(tenants, params.id));
      return await restorer.show(params.id);
    });
    on(restores.apply, async ({ tenants, params, body, person }) => {
      const put = await restorer.apply(known(tenants, params.id), Date.parse(body.moment));
      logRestored("restored", { company: params.id, moment: put.moment, by: bySuper(person) });
      return put;
    });
    on(restores.undo, async ({ tenants, params, person }) => {
      const put = await restorer.undo(known(tenants, params.id));
      logRestored("undone", { company: params.id, moment: put.moment, by: bySuper(person) });
      return put;
    });
  });
}

/** ERR_NO_COMPANY_FOUND for one that is not there, or was removed. */
function known(tenants: Tenants, id: number): number {
  const row = companyRow(tenants, id);
  if (!row || row.removedAt !== null) refuse("ERR_NO_COMPANY_FOUND");
  return id;
}
