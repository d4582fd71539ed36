import { useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";
import { isHeld, mayLeave } from "./unsaved.ts";

/** Which step of this tab's history it is, so that a step back is told from one forward. */
interface Step {
  step?: number;
}

/** Where the screen is; the address bar may be elsewhere for a moment, while the person is asked. */
let shown = new URL(location.href);
let here = stepNow();
/** A step of the history that is our own: the way back to where the person still is, or on after they have agreed. */
let awaited: "return" | "leave" | null = null;
/** What is closed once the way back is done; before, it could go elsewhere from a step that is to be left. */
let closing: (() => void) | undefined;
const listeners = new Set<() => void>();
/** How what lies above the page is closed, the topmost last. */
const above: (() => void)[] = [];

const push = history.pushState, replace = history.replaceState;

history.pushState = (state, unused, url) => {
  const to = new URL(url ?? "", location.href);
  const go = () => {
    push.call(history, { ...state, step: ++here } satisfies Step, unused, url);
    show();
  };
  const way = { to, from: shown };
  if (!isHeld(way)) return go();
  void mayLeave(way).then((may) => may && go());
};

history.replaceState = (state, unused, url) => {
  replace.call(history, { ...state, step: here } satisfies Step, unused, url);
  show();
};

addEventListener("popstate", () => {
  const to = stepNow(), from = here;
  if (awaited === "return") {
    const close = closing;
    awaited = null;
    closing = undefined;
    return close?.();
  }
  const close = above.at(-1);
  if (close && to < from && awaited === null) {
    awaited = "return";
    closing = close;
    return history.go(from - to);
  }
  const way = { to: new URL(location.href), from: shown };
  // A step of no length would load the page anew.
  const isAllowed = awaited === "leave" || to === from || !isHeld(way);
  awaited = null;
  if (isAllowed) {
    here = to;
    return show();
  }
  awaited = "return";
  history.go(from - to);
  void mayLeave(way).then((may) => {
    if (!may) return;
    awaited = "leave";
    history.go(to - from);
  });
});

/** A step back closes what lies above the page, which stays where it is; until the answer is called. */
export function closedByBack(close: () => void): () => void {
  above.push(close);
  return () => void above.splice(above.lastIndexOf(close), 1);
}

function stepNow(): number {
  return (history.state as Step | null)?.step ?? 0;
}

function show(): void {
  shown = new URL(location.href);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Where the router is; a place with unsaved changes is left only once the person has agreed to lose them. */
export function useHeldLocation(): [string, typeof navigate] {
  return [useSyncExternalStore(listen, () => shown.pathname), navigate];
}

export function useHeldSearch(): string {
  return useSyncExternalStore(listen, () => shown.search);
}
