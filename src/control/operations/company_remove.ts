import * as z from "zod/mini";
import { companyRow } from "../../companies/companies.ts";
import { NotThere } from "../../platform/config.ts";
import { publishToSupers } from "../../platform/publish_to_all.ts";
import { removeCompany, restoreCompany } from "../../provisioning/remove.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { companyNamed } from "../named.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

export const companyRemove = operation("company remove", z.object({ company: z.string() }), async (asked) => {
  const { tenants, serving, say, input } = asked;
  const { id, name } = companyNamed(asked, input.company);
  removeCompany(tenants, id, new Date());
  note(tenants, { companyId: id, what: "companies.remove", target: id });
  publishToSupers(tenants, "companyRecord", { action: "delete", id });
  await serving?.supervisor.stopAll(tenants.company(id));
  say(`${name} is removed; for thirty days it comes back with: balcao company restore ${id}`);
  return { id, name };
});

export const companyRestore = operation(
  "company restore",
  z.object({ id: z.int() }),
  ({ tenants, serving, data, say, input: { id } }) => {
    const row = companyRow(tenants, id);
    if (!row?.removedState) throw new NotThere(`There is no removed company ${id} in ${data}`);
    const taken = restoreCompany(tenants, id);
    for (const email of taken) say(`${email} is somebody else's by now, and logs in there`);
    publishRecord(tenants, id, "create");
    void serving?.supervisor.startAll([tenants.company(id)]);
    return { id, name: row.name, taken };
  },
);
