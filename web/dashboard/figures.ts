import { atom, getDefaultStore, useAtomValue } from "jotai";
import { useEffect } from "react";
import { type Dashboard, dashboard, type DashboardQuery } from "../../src/contract/dashboard.ts";
import { call } from "../call.ts";
import { onEvent, onResync, onReturn } from "../live.ts";

/** The first numbers are asked for this long (ms) after the screen has opened (spec 2 §9). */
const FIRST_LOAD = 1000;
/** While tickets come and go the numbers are read anew this often (ms), not more. */
const REREAD = 5000;

interface Shown {
  figures?: Dashboard;
  error?: unknown;
  /** Other numbers than the shown ones are on their way. */
  isBusy: boolean;
}

const shownAtom = atom<Shown>({ isBusy: true });
const store = getDefaultStore();
let asked = 0;
let current: Partial<DashboardQuery> = {};
/** What the shown numbers were asked with. */
let shown: typeof current | undefined;

async function read(): Promise<void> {
  const mine = ++asked;
  try {
    const figures = await call(dashboard.show, current);
    if (mine !== asked) return;
    shown = current;
    store.set(shownAtom, { figures, isBusy: false });
  } catch (error) {
    // Numbers of a minute ago are better than none; the next event asks for newer ones.
    if (mine === asked && shown !== current) store.set(shownAtom, (now) => ({ ...now, error, isBusy: false }));
  }
}

/** Asks again after a failure. */
export function rereadFigures(): void {
  store.set(shownAtom, (now) => ({ figures: now.figures, isBusy: true }));
  void read();
}

let hasOpened = false;

/** Keeps the numbers of a filter on the screen, live, until the returned function is called. */
function watch(query: typeof current): () => void {
  current = query;
  // What is still on its way was asked for another filter.
  asked++;
  store.set(shownAtom, (now) => ({ figures: hasOpened ? now.figures : undefined, isBusy: true }));
  const first = setTimeout(read, hasOpened ? 0 : FIRST_LOAD);
  hasOpened = true;
  let next: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    next ??= setTimeout(() => {
      next = undefined;
      void read();
    }, REREAD);
  };
  const ends = [
    onEvent("ticket", again),
    onEvent("appMessage", again),
    onEvent("user", presenceChanged),
    onResync(read),
    onReturn(() => store.get(shownAtom).error !== undefined && rereadFigures()),
  ];
  return () => {
    clearTimeout(first);
    clearTimeout(next);
    for (const end of ends) end();
  };
}

/** Who is there is shown at once. */
function presenceChanged(
  change: { action: string; record?: { id: number; online: boolean }; isEdited?: true },
): void {
  if (change.isEdited || !change.record) return void read();
  const { id, online } = change.record;
  store.set(shownAtom, (now) =>
    now.figures
      ? {
        ...now,
        figures: {
          ...now.figures,
          attendants: now.figures.attendants.map((one) => one.id === id ? { ...one, online } : one),
        },
      }
      : now);
}

/** Left: whoever opens it next, perhaps somebody else, begins anew. */
function forget(): void {
  hasOpened = false;
  shown = undefined;
  store.set(shownAtom, { isBusy: true });
}

/** The numbers of a filter; none until they have come for the first time. */
export function useFigures(query: typeof current): Shown {
  const key = JSON.stringify(query);
  useEffect(() => watch(JSON.parse(key)), [key]);
  useEffect(() => forget, []);
  return useAtomValue(shownAtom);
}
