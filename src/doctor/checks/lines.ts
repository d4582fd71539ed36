import { areLinesHeld } from "../../supervisor/held_lines.ts";
import type { Check } from "../check.ts";
import { bad } from "../finding.ts";

/** Of a folder that was made from a backup nobody knows whether the numbers are served elsewhere. */
export const lines: Check = {
  name: "lines",
  fine: "No lines are held",
  look({ folder }) {
    if (!areLinesHeld(folder)) return [];
    const says =
      "The lines are held, and no messages come or go: this folder was recovered from a backup, and the server " +
      "that it was made from may still serve the numbers, which two servers would be thrown off";
    const todo =
      "Once that server is off for good: balcao lines start. One line alone is started on the page Connections";
    return [bad({ what: "lines_held", facts: {}, says, todo })];
  },
};
