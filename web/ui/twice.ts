/** So long (ms) after a press another one at the same place belongs to it: a double click. */
const TWICE = 500;

const PRESSES = ["pointerdown", "pointerup", "mousedown", "mouseup", "click"] as const;

/**
 * Lets further presses at the place of a button go nowhere for a moment, except on the button itself: what is about to
 * be said in its form moves it, and the second press of a double click would be for whatever comes to lie there.
 */
export function takeTwice(button: Element): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const done = new AbortController(), { signal } = done;
  let clock = setTimeout(() => done.abort(), TWICE);
  const take = (event: MouseEvent) => {
    const { clientX: x, clientY: y, target, detail, type } = event;
    const isThere = x >= left && x <= right && y >= top && y <= bottom;
    // A key that presses a button is a click without a place, and without a count.
    if (!isThere || (type === "click" && detail === 0) || button.contains(target as Node)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // What has begun here ends here.
    clearTimeout(clock);
    clock = setTimeout(() => done.abort(), TWICE);
  };
  for (const type of PRESSES) addEventListener(type, take, { capture: true, signal });
}
