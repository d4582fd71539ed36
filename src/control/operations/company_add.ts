import * as z from "zod/mini";
import { addCompany } from "../../companies/companies.ts";
import { typed } from "../../contract/fields.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { setSetting } from "../../settings/settings.ts";
import { asTyped } from "../../platform/as_typed.ts";
import { hasSuper } from "../../users/logins.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

export const companyAdd = operation("company add", z.object({ name: typed(1, 50) }), (asked) => {
  const { tenants, data, say, input: { name } } = asked;
  const company = addCompany(tenants, { name }, new Date());
  company.write((db) => setSetting(db, "firstSteps", "new"));
  note(tenants, { companyId: company.id, what: "companies.add", target: company.id });
  publishRecord(tenants, company.id, "create");
  if (!hasSuper(tenants)) {
    const how = `balcao user add ${asTyped([name])} NAME EMAIL --super ${asTyped(["--data", data])}`;
    say(`Nobody is a super user yet. With the first one this company is the provider's own: ${how}`);
  }
  return { id: company.id, name };
});
