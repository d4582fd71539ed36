import * as z from "zod/mini";
import { log } from "../../platform/log.ts";
import { releaseLines } from "../../supervisor/held_lines.ts";
import { operation } from "../operation.ts";

/** Lets the lines of a recovered folder start: from then on the numbers are served here. */
export const linesStart = operation("lines start", z.object({}), ({ tenants, serving, say }) => {
  const wereHeld = releaseLines(tenants.folder);
  if (!wereHeld) say("The lines were not held");
  else if (!serving) say("They start when balcao serve runs");
  else {
    serving.supervisor.startAll(tenants.checkAll(), { exceptRunning: true })
      .catch((error) => log.error("Not all connections could be started", { error }));
  }
  return { wereHeld };
});
