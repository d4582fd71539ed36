import { forgetWaySockets } from "../control/way_sockets.ts";
import { forgetImports } from "../exports/import_folders.ts";
import { forgetExports } from "../exports/spools.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";

/**
 * Removes what commands and servers have left that were killed; this process alone has the folder. Nothing of it keeps a server
 * from its start: what cannot be removed is said.
 */
export async function removeLeftovers(tenants: Tenants): Promise<void> {
  const ways = [forgetImports, forgetExports, ({ folder }: Tenants) => forgetWaySockets(folder)];
  for (const forget of ways) {
    try {
      await forget(tenants);
    } catch (error) {
      log.warn("What was left of something that was killed could not be removed", { error });
    }
  }
}
