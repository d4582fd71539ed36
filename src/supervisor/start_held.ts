import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { releaseLines } from "./held_lines.ts";
import type { Supervisor } from "./supervisor.ts";

/**
 * Lets the lines of a recovered folder start, at once where it is served: from now on the numbers are served here. Whether they
 * were held.
 */
export function startHeldLines(tenants: Tenants, supervisor: Pick<Supervisor, "startAll"> | undefined): boolean {
  if (!releaseLines(tenants.folder)) return false;
  if (supervisor) {
    log.info("The lines are held no more, and start");
    supervisor.startAll(tenants.checkAll(), { exceptRunning: true })
      .catch((error) => log.error("Not all connections could be started", { error }));
  }
  return true;
}
