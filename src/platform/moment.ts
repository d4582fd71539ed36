/** The last moment that a calendar has, as far from 1970 as the first (ECMA-262, Time Values). */
const LAST = 8.64e15;

let newest = 0;

/** Microseconds since 1970, never the same twice: which of two readings was later, however soon it followed. */
export function readingStamp(): number {
  return newest = Math.max(newest + 1, Date.now() * 1000);
}

/** ISO 8601 of ms since 1970. One row of a time that no calendar has must not cost the page it stands on. */
export function momentOf(at: number): string {
  return new Date(Math.abs(at) <= LAST ? at : 0).toISOString();
}
