import { useEffect, useState } from "react";

/** Searches wait this long (ms) for the typing to end (spec 1 §9). */
const SEARCH_DELAY = 500;

/** A value once it has stood still; emptying takes effect at once. */
export function useDebounced(value: string, delay = SEARCH_DELAY): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const clock = setTimeout(() => setSettled(value), value === "" ? 0 : delay);
    return () => clearTimeout(clock);
  }, [value, delay]);
  return value === "" ? "" : settled;
}
