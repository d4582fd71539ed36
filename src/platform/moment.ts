/** The first and the last moment (ms since 1970) whose year has four digits, which is all that RFC 3339 and SQLite know. */
export const FIRST_MOMENT = Date.parse("0000-01-01T00:00:00.000Z");
export const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

let newest = 0;

/** Microseconds since 1970, never the same twice: which of two readings was later, however soon it followed. */
export function readingStamp(): number {
  return newest = Math.max(newest + 1, Date.now() * 1000);
}

/** RFC 3339 of ms since 1970. One row of a time that no calendar has must not cost the page it stands on. */
export function momentOf(at: number): string {
  return new Date(at >= FIRST_MOMENT && at <= LAST_MOMENT ? at : 0).toISOString();
}
