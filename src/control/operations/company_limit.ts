import * as z from "zod/mini";
import { roomOf } from "../../companies/limits.ts";
import { SomeLimits } from "../../contract/plans.ts";
import { publishToSupers } from "../../platform/publish_to_all.ts";
import { limitCompany } from "../../provisioning/own_plan.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { companyNamed, NOBODY } from "../named.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

/** Says what a company has and may have; with limits, gives it those, and leaves the others as they are. */
export const companyLimit = operation(
  "company limit",
  z.object({ company: z.string(), limits: SomeLimits }),
  (asked) => {
    const { tenants, input: { company, limits } } = asked, { id, name } = companyNamed(asked, company);
    const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
    // Whoever cannot be told what a company has then is refused before anything is changed.
    roomOf(tenants, tenants.company(id));
    if (Object.keys(given).length > 0) {
      const { plan, isNew } = limitCompany(tenants, id, given, { by: NOBODY, now: Date.now() });
      publishToSupers(tenants, "plan", { action: isNew ? "create" : "update", record: plan });
      note(tenants, { companyId: id, what: "plans.change", target: plan.id });
      publishRecord(tenants, id, "update");
    }
    return { id, name, limits: roomOf(tenants, tenants.company(id)) };
  },
);
