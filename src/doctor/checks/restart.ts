import { milliseconds } from "date-fns/milliseconds";
import type { Check } from "../check.ts";
import { warning } from "../finding.ts";

/** So long (ms) after a start it matters how the server before it ended. */
const OF_LATE = milliseconds({ days: 1 });

/** Whether the server before the one that runs, or the last one where none does, was stopped, or died. */
export const restart: Check = {
  name: "restart",
  fine: "The server before was stopped in order",
  look({ running, diedBefore, now }) {
    const died = running ? running.diedBefore : diedBefore;
    if (!died || now - (running?.startedAt ?? now) > OF_LATE) return [];
    const { since } = died, began = since > 0 ? ` since ${new Date(since).toISOString()}` : "";
    const says = `The server that ran${began} was not stopped: it died, or the machine did`;
    const todo = "See in the system's log why: journalctl -u balcao, dmesg (out of memory, a power cut)";
    return [warning({ what: "crashed", facts: { since }, says, todo })];
  },
};
