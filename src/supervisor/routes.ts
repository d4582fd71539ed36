import { lines } from "../contract/lines.ts";
import { routes } from "../platform/routes.ts";
import { startHeldLines } from "./start_held.ts";
import type { Supervisor } from "./supervisor.ts";

export function lineRoutes(supervisor: Supervisor) {
  return routes((on) => {
    on(lines.start, ({ tenants }) => ({ wereHeld: startHeldLines(tenants, supervisor) }));
  });
}
