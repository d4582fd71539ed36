import { atom } from "jotai";

/** The present, for what ages on the screen: it moves on twice a minute while something looks. */
export const nowAtom = atom(Date.now());

nowAtom.onMount = (set) => {
  set(Date.now());
  const beat = setInterval(() => set(Date.now()), 30_000);
  return () => clearInterval(beat);
};
