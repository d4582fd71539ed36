import * as z from "zod/mini";
import { movedCompanies } from "../../companies/moved.ts";
import { companyRow } from "../../companies/companies.ts";
import { Refusal } from "../../contract/errors.ts";
import { typed } from "../../contract/fields.ts";
import { asTyped } from "../../platform/as_typed.ts";
import { NotThere } from "../../platform/config.ts";
import { publishToSupers } from "../../platform/publish_to_all.ts";
import { removeCompany, restoreCompany } from "../../provisioning/remove.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { companyNamed, movedText } from "../named.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

export const companyRemove = operation("company remove", z.object({ company: z.string() }), async (asked) => {
  const { tenants, serving, say, input } = asked;
  const { id, name } = companyNamed(asked, input.company);
  removeCompany(tenants, id, new Date());
  note(tenants, { companyId: id, what: "companies.remove", target: id });
  publishToSupers(tenants, "companyRecord", { action: "delete", id });
  await serving?.supervisor.stopAll(tenants.company(id));
  const damage = tenants.damageOf(id);
  if (damage !== undefined) {
    say(`${name} is removed as it is: ${damage}. Within thirty days that goes on after: balcao company restore ${id}`);
  } else say(`${name} is removed; for thirty days it comes back with: balcao company restore ${id}`);
  return { id, name };
});

export const companyRestore = operation(
  "company restore",
  z.object({ id: z.int(), name: z.optional(typed(1, 50)) }),
  ({ tenants, serving, data, say, input: { id, name } }) => {
    const row = companyRow(tenants, id);
    if (!row?.removedState) {
      const moved = movedCompanies(tenants).find((each) => each.id === id);
      if (moved) throw new NotThere(movedText(moved));
      throw new NotThere(`There is no removed company ${id} in ${data}: see balcao company list --removed`);
    }
    const named = name ?? row.name, taken = hintingTaken(id, named, say, () => restoreCompany(tenants, id, named));
    for (const email of taken) say(`${email} is somebody else's by now, and logs in there`);
    publishRecord(tenants, id, "create");
    void serving?.supervisor.startAll([tenants.company(id)]);
    const damage = tenants.damageOf(id);
    if (damage !== undefined) say(`It cannot be served: ${damage}`);
    return { id, name: named, taken };
  },
);

function hintingTaken<T>(id: number, name: string, say: (hint: string) => void, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal && error.code === "ERR_DUPLICATED_NAME") {
      const other = asTyped([`${name} (${id})`.slice(-50)]);
      say(`Another has the name ${name}: balcao company restore ${id} --name ${other}`);
    }
    throw error;
  }
}
