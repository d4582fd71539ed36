import { milliseconds } from "date-fns/milliseconds";

/** Failures in a row after which a connection stops and calls for help (behaviour.md, Connections). */
const MOST_FAILURES = 20;

/**
 * How long (ms) to wait after so many failures in a row before the next try: 2 s doubled up to 5 min, ± 20 %; nothing
 * when there is to be none. `chance` is 0 to 1.
 */
export function waitAfter(failures: number, chance: number): number | undefined {
  if (failures >= MOST_FAILURES) return undefined;
  const base = Math.min(milliseconds({ minutes: 5 }), 2000 * 2 ** Math.min(failures - 1, 8));
  return Math.round(base * (0.8 + 0.4 * chance));
}
