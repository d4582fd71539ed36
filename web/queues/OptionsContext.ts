import { createContext, useContext } from "react";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import type { Targets } from "./branches.ts";
import type { Step } from "./tree.ts";

/** What can be done with an option; the same object as long as the tree is drawn, so that only rows that change are drawn anew. */
export interface Does {
  edit: (option: QueueOption) => void;
  add: (option: QueueOption) => void;
  move: (option: QueueOption, step: Step) => void;
  remove: (option: QueueOption) => void;
  change: (option: QueueOption, change: Partial<QueueOption>) => void;
  attach: (option: QueueOption, file: File | null) => void;
  /** Its fields are done with. */
  close: (option: QueueOption) => void;
}

export interface OptionsShown {
  /**
   * The option whose fields are open. A row is drawn one step after its tree is known; fields that came with it would put the
   * caret at their end with each letter.
   */
  opened: QueueOption | undefined;
  targets: Targets;
  does: Does;
}

export const OptionsContext = createContext<OptionsShown | undefined>(undefined);

export function useOptionsShown(): OptionsShown {
  return useContext(OptionsContext)!;
}
