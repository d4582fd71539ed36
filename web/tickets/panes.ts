import { atom, getDefaultStore } from "jotai";

/** Below 900 px there is room for one pane at a time. */
export const isNarrowAtom = follows(matchMedia("(width < 900px)"));

/** Below 600 px the composer's bar has no room for the quick replies and the signature (Composer.module.css). */
export const isComposerNarrowAtom = follows(matchMedia("(width < 600px)"));

/** Whether the screen is like that, now and whenever it changes. */
function follows(query: MediaQueryList) {
  const one = atom(query.matches);
  one.onMount = (set) => {
    const follow = () => set(query.matches);
    follow();
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  };
  return one;
}

/** Which pane a narrow screen shows. Opening a ticket shows it; the two tabs go to and fro. */
export const paneAtom = atom<"list" | "ticket">("list");

export function showPane(pane: "list" | "ticket"): void {
  getDefaultStore().set(paneAtom, pane);
}
