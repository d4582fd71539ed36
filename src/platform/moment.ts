import { isValid } from "date-fns/isValid";

/** ISO 8601 of ms since 1970. One row of a time that no calendar has must not cost the page it stands on. */
export function momentOf(at: number): string {
  return new Date(isValid(at) ? at : 0).toISOString();
}
