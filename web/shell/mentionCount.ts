import { atom } from "jotai";

/** How often the person was called by name and has not looked since; it is kept by what comes with the bell of chats. */
export const mentionCountAtom = atom(0);
