import { cockpit } from "../contract/cockpit.ts";
import { routes } from "../platform/routes.ts";
import { cockpitOf } from "./cockpit.ts";

export const cockpitRoutes = routes((on) => {
  // The auditor notes it.
  on(cockpit.export, () => ({}));
  on(cockpit.show, ({ tenants }) => cockpitOf(tenants, new Date()));
});
