import type { BotAction } from "./situation.ts";
import type { BotState } from "./state.ts";

/** What is done, and what changes in the state with it. */
export interface Step extends Partial<Omit<BotState, "saidAt">> {
  actions: BotAction[];
  /** The customer has chosen a line of the menu. */
  isChoice?: true;
}

/** After this a person takes over. */
export function handOver(actions: BotAction[] = []): Step {
  return { actions: [...actions, { do: "handOver" }], asks: null, optionId: null, misses: 0 };
}
