import * as z from "zod/mini";
import { companyRow } from "../../companies/companies.ts";
import { Email, typed } from "../../contract/fields.ts";
import { Refusal } from "../../contract/errors.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { asTyped } from "../../platform/as_typed.ts";
import { addUser } from "../../users/users.ts";
import { hasSuper, loginBy } from "../../users/logins.ts";
import { companyNamed } from "../named.ts";
import { note } from "../noting.ts";
import { type Asked, operation } from "../operation.ts";

const Whom = z.object({ company: z.string(), email: Email });

/** Refuses what `user add` would refuse for its company or address, before anybody types a password. */
export const userMayAdd = operation("user may-add", Whom, (asked) => checked(asked));

export const userAdd = operation(
  "user add",
  z.extend(Whom, { name: typed(2, 50), password: z.string(), isAdmin: z.boolean(), isSuper: z.boolean() }),
  async (asked) => {
    const { tenants, serving, data, say, input: { name, email, password, isAdmin, isSuper } } = asked;
    const { id: companyId, isActive } = checked(asked), company = tenants.company(companyId);
    const profile = isAdmin || isSuper ? "admin" : "user";
    const { id } = await addUser(tenants, company, { name, email, profile, password, isSuper }, new Date());
    note(tenants, { companyId, what: "users.add", target: id });
    const record = { id, name, online: company.hub.isPresent(id) };
    company.hub.publish("user", { action: "create", record, isEdited: true });
    // The company of super users is the provider's own from now on, which is never suspended.
    if (isSuper) publishRecord(tenants, companyId, "update");
    if (!isActive && companyRow(tenants, companyId)?.isActive) void serving?.supervisor.startAll([company]);
    if (!hasSuper(tenants)) {
      const how = `balcao user add COMPANY NAME EMAIL --super ${asTyped(["--data", data])}`;
      say(`Nobody is a super user yet, who looks after companies, plans and backups: ${how}`);
    }
    return { id, name, email, companyId };
  },
);

function checked(asked: Asked<z.output<typeof Whom>>): { id: number; isActive: boolean } {
  const { id, isActive } = companyNamed(asked, asked.input.company);
  if (loginBy(asked.tenants, asked.input.email)) throw new Refusal("ERR_DUPLICATED_EMAIL");
  return { id, isActive };
}
