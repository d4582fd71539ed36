import { type MouseEvent, type TouchEvent, useRef } from "react";

/** How long (ms) a finger rests before it is meant, and how far (px) it may stray meanwhile. */
const REST = 450;
const STRAY = 10;

interface Rest {
  since: number;
  x: number;
  y: number;
  /** The system takes it for a long press, too. */
  isLong: boolean;
}

/** Handlers for an element on which a finger may rest; it acts when the finger is lifted. */
export function useLongPress(act: (element: Element) => void) {
  const rest = useRef<Rest | null>(null);
  return {
    onTouchStart({ touches, timeStamp: since }: TouchEvent) {
      const [{ clientX: x, clientY: y }] = touches as unknown as [Touch];
      rest.current = touches.length === 1 ? { since, x, y, isLong: false } : null;
    },
    onTouchMove({ touches }: TouchEvent) {
      const [{ clientX, clientY }] = touches as unknown as [Touch];
      if (rest.current && Math.hypot(clientX - rest.current.x, clientY - rest.current.y) > STRAY) rest.current = null;
    },
    onTouchEnd(event: TouchEvent) {
      const isMeant = rest.current && (rest.current.isLong || event.timeStamp - rest.current.since >= REST);
      rest.current = null;
      if (!isMeant) return;
      // Otherwise the browser would press what lies below the finger, or at once close what we open.
      event.preventDefault();
      act(event.currentTarget);
    },
    onTouchCancel: () => void (rest.current = null),
    /** The system's own menu would lie above ours. */
    onContextMenu(event: MouseEvent) {
      if (!rest.current) return;
      event.preventDefault();
      rest.current.isLong = true;
    },
  };
}
