import { excessesOf } from "../companies/limits.ts";
import { plans } from "../contract/plans.ts";
import { routes } from "../platform/routes.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { addPlan, allPlans, changePlan, planById, planOffers, removePlan } from "./plans.ts";

export const planRoutes = routes((on) => {
  on(plans.list, ({ tenants }) => planOffers(tenants.provider.read));
  on(plans.all, ({ tenants }) => allPlans(tenants.provider.read));
  on(plans.show, ({ tenants, params }) => planById(tenants.provider.read, params.id));

  on(plans.add, ({ tenants, body }) => {
    const record = tenants.provider.write((db) => addPlan(db, body, Date.now()));
    publishToSupers(tenants, "plan", { action: "create", record });
    return record;
  });

  on(plans.change, ({ tenants, person, params, body }) => {
    const plan = tenants.provider.write((db) => changePlan(db, params.id, body, { by: person, now: Date.now() }));
    publishToSupers(tenants, "plan", { action: "update", record: plan });
    return { plan, excesses: excessesOf(tenants, plan.id) };
  });

  on(plans.remove, ({ tenants, params }) => {
    tenants.provider.write((db) => removePlan(db, params.id));
    publishToSupers(tenants, "plan", { action: "delete", id: params.id });
    return {};
  });
});
