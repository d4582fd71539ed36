import * as z from "zod/mini";
import { givePlan } from "../../companies/companies.ts";
import { excessesOfCompany } from "../../companies/limits.ts";
import { renewInvoice } from "../../invoices/make.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { companyNamed, planNamed } from "../named.ts";
import { noting } from "../noting.ts";
import { operation } from "../operation.ts";

export const companyPlan = operation(
  "company plan",
  z.object({
    company: z.string(),
    /** Null = none: as much as it likes. */
    plan: z.nullable(z.string()),
  }),
  async (asked) => {
    const { tenants, input } = asked, { id, name } = companyNamed(asked, input.company);
    const plan = input.plan === null ? null : planNamed(asked, input.plan);
    await noting(
      tenants,
      { companyId: id, what: "companies.change", target: id },
      () => givePlan(tenants, id, plan?.id ?? null),
    );
    renewInvoice(tenants, id, Date.now());
    publishRecord(tenants, id, "update");
    return { id, name, plan: plan?.name ?? null, excesses: excessesOfCompany(tenants, id) };
  },
);
