import { atom, getDefaultStore } from "jotai";

/** Below this width (px) there is room for one pane at a time. */
const ONE_PANE = "(width < 900px)";

const query = matchMedia(ONE_PANE);

export const isNarrowAtom = atom(query.matches);
isNarrowAtom.onMount = (set) => {
  const follow = () => set(query.matches);
  follow();
  query.addEventListener("change", follow);
  return () => query.removeEventListener("change", follow);
};

/** Which pane a narrow screen shows. Opening a ticket shows it; the two tabs go to and fro. */
export const paneAtom = atom<"list" | "ticket">("list");

export function showPane(pane: "list" | "ticket"): void {
  getDefaultStore().set(paneAtom, pane);
}
