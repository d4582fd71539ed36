import type { SyntheticEvent } from "react";

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** What stands in a tree's row but has presses and keys of its own: the row, and the tree, do not take them for theirs. */
export const APART = {
  onKeyDown: stop,
  onKeyUp: stop,
  onPointerDown: stop,
  onMouseDown: stop,
  onClick: stop,
};
