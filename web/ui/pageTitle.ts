import { atom, getDefaultStore } from "jotai";
import { useEffect } from "react";

/** What the page shows, for the window's title and a phone's top bar. */
export const pageTitleAtom = atom("");

/** Names the page while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const store = getDefaultStore();
    store.set(pageTitleAtom, title);
    return () => store.set(pageTitleAtom, (now) => now === title ? "" : now);
  }, [title]);
}
