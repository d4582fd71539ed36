import { atom, getDefaultStore, useAtomValue } from "jotai";
import { milliseconds } from "date-fns/milliseconds";
import { useEffect } from "react";
import { doctor, type Health } from "../../../src/contract/doctor.ts";
import { call } from "../../call.ts";
import { onReturn } from "../../live.ts";

/** What is looked at changes by itself: it is looked at again this often (ms) while somebody looks on. */
const AGAIN = milliseconds({ minutes: 1 });

interface Shown {
  health?: Health;
  error?: unknown;
  isBusy: boolean;
}

const shownAtom = atom<Shown>({ isBusy: true });
const store = getDefaultStore();
let asked = 0;

/** Has the server look at everything anew. */
export async function rereadHealth(): Promise<void> {
  const mine = ++asked;
  store.set(shownAtom, (now) => ({ ...now, isBusy: true }));
  try {
    const health = await call(doctor.show);
    if (mine === asked) store.set(shownAtom, { health, isBusy: false });
  } catch (error) {
    // What was so a minute ago is better than nothing.
    if (mine === asked) store.set(shownAtom, (now) => ({ ...now, error, isBusy: false }));
  }
}

function watch(): () => void {
  void rereadHealth();
  const clock = setInterval(() => !document.hidden && void rereadHealth(), AGAIN);
  const end = onReturn(() => void rereadHealth());
  return () => {
    asked++;
    clearInterval(clock);
    end();
    store.set(shownAtom, { isBusy: true });
  };
}

/** How the installation is, for as long as it is looked at. */
export function useHealth(): Shown {
  useEffect(watch, []);
  return useAtomValue(shownAtom);
}

/** The same for what stands beside it. */
export function useShownHealth(): Shown {
  return useAtomValue(shownAtom);
}
