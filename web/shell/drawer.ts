import { atom, getDefaultStore } from "jotai";

/** Wide screens: the whole drawer, or the rail of its icons. Kept on this device. */
export const drawerAtom = atom<"open" | "rail">(storedDrawer());

/** Phones: the drawer lies over the page. */
export const drawerOverlayAtom = atom(false);

/** Where there is little room the thread has it. */
function storedDrawer(): "open" | "rail" {
  const stored = localStorage.getItem("drawer");
  if (stored === "open" || stored === "rail") return stored;
  return globalThis.innerWidth < 1280 ? "rail" : "open";
}

export function toggleDrawer(): void {
  const store = getDefaultStore();
  const next = store.get(drawerAtom) === "open" ? "rail" : "open";
  store.set(drawerAtom, next);
  localStorage.setItem("drawer", next);
}

export function showOverlay(shown: boolean): void {
  getDefaultStore().set(drawerOverlayAtom, shown);
}
