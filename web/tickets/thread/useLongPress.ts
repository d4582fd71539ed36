import { type MouseEvent, type PointerEvent, useRef } from "react";

/** How long (ms) a finger rests before it is meant, and how far (px) it may stray meanwhile. */
const REST = 450;
const STRAY = 10;

/** Handlers for an element on which a finger may rest. */
export function useLongPress(act: (element: Element) => void) {
  const rest = useRef<{ clock: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const hasActed = useRef(false);
  const stop = () => {
    clearTimeout(rest.current?.clock);
    rest.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType !== "touch") return;
      const element = event.currentTarget;
      stop();
      hasActed.current = false;
      const meant = () => {
        hasActed.current = true;
        act(element);
      };
      rest.current = { clock: setTimeout(meant, REST), x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (rest.current && Math.hypot(clientX - rest.current.x, clientY - rest.current.y) > STRAY) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** Lifting the finger must not also press what lay below it. */
    onClickCapture(event: MouseEvent) {
      if (!hasActed.current) return;
      hasActed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    // The system's own menu would lie above ours.
    onContextMenu: (event: MouseEvent) => rest.current && event.preventDefault(),
  };
}
