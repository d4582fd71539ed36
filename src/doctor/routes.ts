import { doctor } from "../contract/doctor.ts";
import { routes } from "../platform/routes.ts";
import { healthOf } from "./health.ts";

export const doctorRoutes = routes((on) => {
  on(doctor.show, ({ tenants }) => healthOf(tenants));
});
