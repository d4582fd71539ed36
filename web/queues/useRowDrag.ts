import { type PointerEvent as Press, type RefObject, useEffect, useRef, useState } from "react";
import { useSteady } from "../ui/useSteady.ts";

/** The row that something is held over, and where of it: its upper third is before it, its lower after it. */
export interface Over {
  id: number;
  where: "before" | "inside" | "after";
}

interface Point {
  x: number;
  y: number;
}

/** How long (ms) a finger rests on a row before it takes it along, and how far (px) it may stray meanwhile. */
const HOLD = 400, STRAY = 8;
/** So near (px) to an edge the list scrolls, by so much (px) with each frame. */
const EDGE = 48, SCROLL = 8;

/**
 * Rows (`data-option`) that are dragged: by a mouse at once, by a finger that has rested on one, so that a list still scrolls
 * under it. Escape puts it back.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (id: number, over: Over) => void) {
  const [drag, setDrag] = useState<{ id: number; over?: Over }>();
  const steady = useSteady({ onDrop });
  const end = useRef<() => void>(undefined);
  const isTaken = useRef(false);

  useEffect(() => {
    const element = list.current!;
    // It must be there before the finger is, or the browser has begun to scroll.
    const hold = (event: TouchEvent) => void (isTaken.current && event.cancelable && event.preventDefault());
    element.addEventListener("touchmove", hold, { passive: false });
    return () => {
      element.removeEventListener("touchmove", hold);
      end.current?.();
    };
  }, []);

  const take = (id: number, start: Point) => {
    let at = start, over: Over | undefined, frame = 0;
    const { on, off } = listening();
    const finish = end.current = () => {
      off();
      cancelAnimationFrame(frame);
      isTaken.current = false;
      setDrag(undefined);
    };
    const look = () => {
      const now = rowAt(list.current!, at, id);
      if (now?.id === over?.id && now?.where === over?.where) return;
      setDrag({ id, over: over = now });
    };
    const scroll = () => {
      if (scrollTowards(list.current!, at)) look();
      frame = requestAnimationFrame(scroll);
    };
    on("pointermove", (event) => {
      at = pointOf(event);
      look();
    });
    on("pointerup", () => {
      finish();
      if (over) steady.onDrop(id, over);
    });
    on("pointercancel", finish);
    on("contextmenu", (event) => event.preventDefault());
    on("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      finish();
    });
    isTaken.current = true;
    setDrag({ id });
    frame = requestAnimationFrame(scroll);
  };

  const press = (event: Press<HTMLElement>, id: number) => {
    if (event.button !== 0 || isTaken.current) return;
    const start = pointOf(event);
    if (event.pointerType !== "touch") {
      event.preventDefault();
      return take(id, start);
    }
    const { on, off } = listening();
    const leave = end.current = () => {
      clearTimeout(clock);
      off();
    };
    const clock = setTimeout(() => {
      off();
      navigator.vibrate?.(10);
      take(id, start);
    }, HOLD);
    on("pointermove", (move) => {
      const { x, y } = pointOf(move);
      if (Math.hypot(x - start.x, y - start.y) > STRAY) leave();
    });
    on("pointerup", leave);
    on("pointercancel", leave);
  };

  return { drag, press };
}

/** Hears what happens anywhere until `off` is called. */
function listening() {
  const until = new AbortController();
  return {
    on: <Name extends keyof DocumentEventMap>(name: Name, does: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, does, { signal: until.signal, capture: true }),
    off: () => until.abort(),
  };
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY };
}

/** The row at a point; above and below all of them, the first and the last. */
function rowAt(list: HTMLElement, { x, y }: Point, dragged: number): Over | undefined {
  const { left, right, top, bottom } = list.getBoundingClientRect();
  if (x < left || x > right) return undefined;
  const rows = [...list.querySelectorAll<HTMLElement>("[data-option]")];
  const row = y < top
    ? rows[0]
    : y > bottom
    ? rows.at(-1)
    : rows.find((each) => y <= each.getBoundingClientRect().bottom);
  if (!row || Number(row.dataset.option) === dragged) return undefined;
  const box = row.getBoundingClientRect(), share = (y - box.top) / box.height;
  return { id: Number(row.dataset.option), where: share < 0.3 ? "before" : share > 0.7 ? "after" : "inside" };
}

/** Scrolls what the list stands in when the point is near its edge; says whether it did. */
function scrollTowards(list: HTMLElement, { y }: Point): boolean {
  let pane = list.parentElement;
  while (pane && !(pane.scrollHeight > pane.clientHeight && getComputedStyle(pane).overflowY === "auto")) {
    pane = pane.parentElement;
  }
  if (!pane) return false;
  const { top, bottom } = pane.getBoundingClientRect(), before = pane.scrollTop;
  if (y < top + EDGE) pane.scrollTop -= SCROLL;
  if (y > bottom - EDGE) pane.scrollTop += SCROLL;
  return pane.scrollTop !== before;
}
