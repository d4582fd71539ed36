import * as z from "zod/mini";
import { excessesOf } from "../../companies/limits.ts";
import { PlanChange, PlanForm } from "../../contract/plans.ts";
import { publishToSupers } from "../../platform/publish_to_all.ts";
import { addPlan, allPlans, changePlan, removePlan } from "../../plans/plans.ts";
import { NOBODY, planNamed } from "../named.ts";
import { operation } from "../operation.ts";

const Which = z.object({ plan: z.string() });

export const planAdd = operation("plan add", PlanForm, ({ tenants, input }) => {
  const record = tenants.provider.write((db) => addPlan(db, input, Date.now()));
  publishToSupers(tenants, "plan", { action: "create", record });
  return record;
});

export const planList = operation("plan list", z.object({}), ({ tenants }) => allPlans(tenants.provider.read));

export const planShow = operation("plan show", Which, (asked) => planNamed(asked, asked.input.plan));

/** Companies keep what they have; what is left out stays as it is. */
export const planChange = operation(
  "plan change",
  z.object({ plan: z.string(), change: PlanChange }),
  (asked) => {
    const { tenants, input } = asked;
    const { id, companies: _, revision: __, ...had } = planNamed(asked, input.plan);
    const given = Object.fromEntries(Object.entries(input.change).filter(([, to]) => to !== undefined));
    const by = { by: NOBODY, now: Date.now() };
    const record = tenants.provider.write((db) => changePlan(db, id, { ...had, ...given }, by));
    publishToSupers(tenants, "plan", { action: "update", record });
    return { ...record, excesses: excessesOf(tenants, id) };
  },
);

export const planRemove = operation("plan remove", Which, (asked) => {
  const { tenants } = asked, { id, name } = planNamed(asked, asked.input.plan);
  tenants.provider.write((db) => removePlan(db, id));
  publishToSupers(tenants, "plan", { action: "delete", id });
  return { id, name };
});
