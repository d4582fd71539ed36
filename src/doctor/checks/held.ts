import type { Check } from "../check.ts";
import { warning } from "../finding.ts";

/** Whether somebody has the folder who cannot be asked. */
export const held: Check = {
  name: "held",
  fine: "Nobody else has the folder",
  look({ folder, heldBy }) {
    if (!heldBy) return [];
    const who = heldBy === "somebody" ? "another process" : `process ${heldBy.pid} (balcao ${heldBy.command})`;
    const says = `${folder} is held by ${who}, which cannot be asked: no database in it was opened`;
    return [warning({ what: "held", facts: { who }, says, todo: "Wait until it is done, or stop it, then ask again" })];
  },
};
