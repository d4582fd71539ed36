import { type KeyboardEvent, useId, useState } from "react";

interface Options {
  count: number;
  onChoose: (index: number) => void;
  /** Which option is pointed at first; none by default until an arrow key is pressed. */
  first?: 0 | -1;
}

/**
 * Options below (or above) a field that keeps the focus: arrow keys point at one, Enter takes it. Spread `field` over
 * the input and hand the rest to `OptionList`.
 */
export function useOptions({ count, onChoose, first = 0 }: Options) {
  const id = useId();
  const [pointed, setPointed] = useState<number>(first);
  const active = Math.min(pointed, count - 1);

  /** Says whether the key was for the options. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (count === 0 || event.nativeEvent.isComposing) return false;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setPointed((to + count) % count);
      return true;
    }
    if (event.key !== "Enter" || event.shiftKey || active < 0) return false;
    event.preventDefault();
    onChoose(active);
    return true;
  };

  return {
    active,
    onKeyDown,
    /** Points at the first again, for other options. */
    reset: () => setPointed(first),
    field: {
      role: "combobox",
      "aria-expanded": count > 0,
      "aria-controls": id,
      "aria-autocomplete": "list",
      "aria-activedescendant": active >= 0 ? `${id}-${active}` : undefined,
    } as const,
    list: { id, active, onChoose, onPoint: setPointed },
  };
}
