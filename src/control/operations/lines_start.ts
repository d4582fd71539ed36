import * as z from "zod/mini";
import { startHeldLines } from "../../supervisor/start_held.ts";
import { operation } from "../operation.ts";

/** Lets the lines of a recovered folder start: from then on the numbers are served here. */
export const linesStart = operation("lines start", z.object({}), ({ tenants, serving, say }) => {
  const wereHeld = startHeldLines(tenants, serving?.supervisor);
  if (!wereHeld) say("The lines were not held");
  else if (!serving) say("They start when balcao serve runs");
  return { wereHeld };
});
