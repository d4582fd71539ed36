import * as z from "zod/mini";
import { addCompany } from "../../companies/companies.ts";
import { typed } from "../../contract/fields.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { setSetting } from "../../settings/settings.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

export const companyAdd = operation("company add", z.object({ name: typed(1, 50) }), ({ tenants, input: { name } }) => {
  const company = addCompany(tenants, { name }, new Date());
  company.write((db) => setSetting(db, "firstSteps", "new"));
  note(tenants, { companyId: company.id, what: "companies.add", target: company.id });
  publishRecord(tenants, company.id, "create");
  return { id: company.id, name };
});
