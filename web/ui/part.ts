import { type ComponentType, createElement, lazy as once } from "react";

/** After so long (ms) it is asked for again; at once when the line is back. */
const AGAIN = 5000;

export interface Loaded<Props> {
  default: ComponentType<Props>;
}

/** How often what had not come was given another chance. */
let chances = 0;

const askedAnew = new Set<() => void>();

/** What did not come is asked for again when it is next drawn. */
export function askAnew(): void {
  chances++;
  for (const tell of askedAnew) tell();
}

/** Hears of that: data that did not come is to be forgotten, too. */
export function onAskedAnew(tell: () => void): void {
  askedAnew.add(tell);
}

/**
 * What comes when it is first drawn. If it does not, that is an error of whoever draws it, until `askAnew`; React's own
 * would fail for ever.
 */
export function lazy<Props extends object>(load: () => Promise<Loaded<Props>>): ComponentType<Props> {
  const ask = (): ComponentType<Props> => once(() => load().catch(failed));
  let Part = ask(), failedAt: number | undefined;
  const failed = (error: unknown): never => {
    failedAt = chances;
    throw error;
  };
  return (props) => {
    if (failedAt !== undefined && failedAt < chances) [Part, failedAt] = [ask(), undefined];
    return createElement(Part, props);
  };
}

/**
 * A part of a screen that comes when it is first drawn. Without a line it is not there yet, and asked for again: a screen
 * that stands does not go because of what belongs in its corner. What a person calls up says so instead (`lazy`).
 */
export function part<Props extends object>(load: () => Promise<Loaded<Props>>): ComponentType<Props> {
  return once(() => patiently(load));
}

/**
 * A part that can be asked for before it is drawn: the part, and how to ask. What has come by then is drawn with all the
 * rest; with `lazy` alone the rest would be drawn first, with a gap.
 */
export function early<Props extends object>(load: () => Promise<Loaded<Props>>) {
  let here: Loaded<Props> | undefined;
  const fetch = async () => here = await load();
  const Part = lazy(() => here ? atOnce(here) : fetch());
  return [Part, fetch] as const;
}

/** As a promise that has its value already, of which React need not wait for the next turn. */
function atOnce<Value>(value: Value): Promise<Value> {
  const promise = { then: (take: (value: Value) => void) => take(value), catch: () => promise };
  return promise as Promise<Value>;
}

/** Tries until it works. */
export async function patiently<T>(load: () => Promise<T>, again = AGAIN): Promise<T> {
  while (true) {
    try {
      return await load();
    } catch {
      await lineOr(again);
    }
  }
}

function lineOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(clock);
      removeEventListener("online", done);
      resolve();
    };
    const clock = setTimeout(done, ms);
    addEventListener("online", done);
  });
}
