import type { Change } from "../../src/contract/events.ts";
import { type Help, helps } from "../../src/contract/helps.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";

/** All that the provider explains, in the order in which it was written, kept live. */
export const helpList = pagedList(helps.list, { rows: (answer): readonly Help[] => answer });

/** Shows a change that a call has answered, or an event has brought. */
export function noteHelp(change: Change<Help>): void {
  helpList.change((rows) => applyChange(rows, change, (one, other) => one.id - other.id));
}

onEvent("help", noteHelp);
