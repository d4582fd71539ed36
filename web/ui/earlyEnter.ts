import { type KeyboardEvent, useEffect, useRef } from "react";

export interface Early {
  /** The options for what is typed are still on their way. */
  isAwaited: boolean;
  /** Chooses the first of them, if there is any. */
  takeFirst: () => void;
}

/**
 * Who types quickly presses Enter before the options are there: it then takes the first of them as soon as they have come,
 * unless another key is pressed meanwhile. Gives what is to see the field's keys before anything else does.
 */
export function useEarlyEnter(text: string, { isAwaited, takeFirst }: Early): (event: KeyboardEvent) => void {
  /** For which text Enter was pressed too early; and an option was pointed at, which Enter then means. */
  const pressedAt = useRef<string | null>(null), pointedAt = useRef<string | null>(null);
  useEffect(() => {
    const { current } = pressedAt;
    if (current === null || (isAwaited && current === text)) return;
    pressedAt.current = null;
    if (current === text) takeFirst();
  });
  return (event) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") pointedAt.current = text;
    pressedAt.current = null;
    if (key !== "Enter") return;
    if (!isAwaited || pointedAt.current === text) return;
    event.preventDefault();
    event.stopPropagation();
    pressedAt.current = text;
  };
}

/** For fields whose options are there at once. */
export const AT_ONCE: Early = { isAwaited: false, takeFirst: () => {} };
