import { type KeyboardEvent, useRef } from "react";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import type { Does } from "./OptionsContext.ts";
import type { Step, Tree } from "./tree.ts";

interface Keys {
  tree: Tree;
  folded: ReadonlySet<number>;
  does: Does;
  focus: (id: number) => void;
}

const STEPS: Partial<Record<string, Step>> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };

/** So long (ms) after a letter a space belongs to the name that is being typed to find a row, not to the row. */
const TYPING = 1000;

/** The keys with which a row's option is changed; those that lead from row to row, and find one by its name, are react-aria's. */
export function useOptionKeys({ tree, folded, does, focus }: Keys) {
  const typed = useRef(-TYPING);
  return (event: KeyboardEvent) => {
    const row = event.target as HTMLElement;
    // For a while after letters that find a row, the tree takes every space for one of theirs.
    if (event.key === " " && row.matches("input, textarea")) return event.stopPropagation();
    const option = tree.find(({ id }) => String(id) === row.dataset.option);
    if (!option || event.ctrlKey || event.metaKey) return;
    const isSpelling = event.timeStamp - typed.current < TYPING;
    if (event.key.length === 1 && (event.key !== " " || isSpelling)) typed.current = event.timeStamp;
    const act = event.altKey ? stepBy(option, event.key) : {
      ArrowRight: firstBelow(option),
      Enter: () => does.edit(option),
      F2: () => does.edit(option),
      Insert: () => does.add(option),
      Delete: () => does.remove(option),
      " ": isSpelling ? undefined : () => pickUp(row),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  function stepBy(option: QueueOption, key: string) {
    const step = STEPS[key];
    return step && (() => does.move(option, step));
  }

  function firstBelow({ id }: QueueOption) {
    const first = folded.has(id) ? undefined : tree.find(({ parentId }) => parentId === id);
    return first && (() => focus(first.id));
  }
}

/** Takes a row along by keyboard: react-aria begins that with a press of its drag button, which no Tab comes to. */
function pickUp(row: HTMLElement): void {
  const grip = row.querySelector<HTMLElement>("[slot=drag]");
  grip?.focus();
  for (const type of ["keydown", "keyup"]) {
    grip?.dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true }));
  }
}
