import { atom } from "jotai";
import { withPageTexts } from "../i18n/i18n.ts";
import { lazy } from "../ui/part.ts";

/** How long (ms) after the list it comes: nothing is selected at first (interface.md, Weight). */
const AFTER = 500;

type Selecting = typeof import("./selection/Selecting.tsx");

/** What selects several tickets at once: a box for each row, and what stands above the list meanwhile. */
export const selectingAtom = atom<Selecting | null>(null);

selectingAtom.onMount = (set) => {
  const load = () => import("./selection/Selecting.tsx").then(set, () => {/* The next list asks for it again. */});
  const clock = setTimeout(load, AFTER);
  return () => clearTimeout(clock);
};

/** What can be done with the selected ones. */
export const SeveralBar = lazy(() => withPageTexts(import("./several/SeveralBar.tsx")));
