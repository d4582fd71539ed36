/** The last moment that a date can show, in ms since 1970 (ECMA-262, Time Values). */
const LAST_MOMENT = 8.64e15;

/** ISO 8601 of ms since 1970. One row of a time that no calendar has must not cost the page it stands on. */
export function momentOf(at: number): string {
  return new Date(Math.abs(at) <= LAST_MOMENT ? at : 0).toISOString();
}
