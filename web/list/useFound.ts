import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "./useDebounced.ts";

/** Looking somebody up begins at this many letters (spec 1 §2.12, §2.13). */
export const LEAST_LETTERS = 3;

export interface Found<Row> {
  /** `short`: not enough letters yet. */
  state: "short" | "asking" | "found" | "failed";
  rows: readonly Row[];
}

const SHORT: Found<never> = { state: "short", rows: [] };
const ASKING: Found<never> = { state: "asking", rows: [] };

/** What is found for a text while it is typed; answers that were overtaken are let go. */
export function useFound<Row>(
  text: string,
  ask: (searchParam: string) => Promise<readonly Row[]>,
  pause?: number,
): Found<Row> {
  const wanted = useDebounced(text.trim().toLowerCase(), pause);
  const [found, setFound] = useState<Found<Row> & { of: string }>({ ...SHORT, of: "" });
  const look = useEffectEvent(ask);
  useEffect(() => {
    if (wanted.length < LEAST_LETTERS) return;
    let isLate = false;
    const show = (state: "found" | "failed", rows: readonly Row[]) => isLate || setFound({ state, rows, of: wanted });
    look(wanted).then((rows) => show("found", rows), () => show("failed", []));
    return () => {
      isLate = true;
    };
  }, [wanted]);
  if (text.trim().length < LEAST_LETTERS) return SHORT;
  // What an earlier text has found is not offered: Enter would take whom nobody meant.
  return found.of === text.trim().toLowerCase() ? found : ASKING;
}
