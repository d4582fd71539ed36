/** So long (ms) after a press another one at the same place belongs to it: a double click. */
const TWICE = 500;

/** So far (px) from the first press the second one of a double click comes to lie at most: a mouse hardly moves, a finger does. */
const SPREAD = { mouse: 8, touch: 24 };

const PRESSES = ["pointerdown", "pointerup", "mousedown", "mouseup", "click"] as const;

/** A press on a button: where (px in the window) and when (ms since the page began). */
export type Press = Pick<PointerEvent, "clientX" | "clientY" | "timeStamp" | "pointerType" | "target">;

/**
 * Lets the second press of a double click go nowhere, except to the button that was pressed: what is about to be said in its
 * form moves it, and that press would be for whatever comes to lie there. A press at another place, or a later one, is a
 * press of its own.
 */
export function takeTwice(first: Press): void {
  const button = (first.target as Element).closest("button");
  if (!button) return;
  const spread = first.pointerType === "touch" ? SPREAD.touch : SPREAD.mouse;
  const isSecond = ({ clientX, clientY, timeStamp, target }: MouseEvent) =>
    timeStamp - first.timeStamp < TWICE && Math.hypot(clientX - first.clientX, clientY - first.clientY) <= spread &&
    !button.contains(target as Node);
  const done = new AbortController(), { signal } = done;
  let isTaken = false;
  const take = (event: MouseEvent) => {
    if (event.type === "pointerdown") {
      isTaken = isSecond(event);
      if (!isTaken) return done.abort();
    }
    // A key that presses a button is a click without a count.
    if (!isTaken || (event.type === "click" && event.detail === 0)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "click") isTaken = false;
  };
  for (const type of PRESSES) addEventListener(type, take, { capture: true, signal });
  setTimeout(() => isTaken || done.abort(), TWICE);
}
