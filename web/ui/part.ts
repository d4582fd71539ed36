import { lazy } from "react";

/** After so long (ms) it is asked for again; at once when the line is back. */
const AGAIN = 5000;

/**
 * A part of a screen that comes when it is first drawn. Without a line it is not there yet, and asked for again: a screen
 * that stands does not go because of what belongs in its corner. What a person calls up says so instead (`lazy`).
 */
export const part: typeof lazy = (load) => lazy(() => patiently(load));

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
