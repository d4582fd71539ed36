import type { Check } from "../check.ts";
import { bad, warning } from "../finding.ts";

/** Whether somebody has the folder who cannot be asked. */
export const held: Check = {
  name: "held",
  fine: "Nobody else has the folder",
  look({ folder, heldBy }) {
    if (!heldBy) return [];
    const who = heldBy === "somebody" ? "another process" : `process ${heldBy.pid} (balcao ${heldBy.command})`;
    if (heldBy !== "somebody" && heldBy.command === "serve" && heldBy.address) {
      const says = `${folder} is served by ${who}, which listens at ${heldBy.address} and takes no commands`;
      return [bad({ what: "held", facts: { who }, says, todo: "Start that server anew: until then no command works" })];
    }
    const says = `${folder} is held by ${who}, which cannot be asked: no database in it was opened`;
    return [warning({ what: "held", facts: { who }, says, todo: "Wait until it is done, or stop it, then ask again" })];
  },
};
