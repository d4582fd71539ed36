import { atom } from "jotai";

/** The middle of the top bar: a page that has something for it draws it there by `BarMiddle`. */
export const barMiddleAtom = atom<HTMLElement | null>(null);
/** How many pages have; while none has, a phone shows the page's title. */
export const barMiddleTakenAtom = atom(0);
