import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { refuse } from "../contract/errors.ts";

const MINUTE = minutesToMilliseconds(1);
/** Keys that are remembered at most; whoever is forgotten may begin anew. */
const MOST_KEYS = 50_000;

/**
 * So many a minute for each key, of which all may come at once: the generic cell rate algorithm (ITU-T I.371), which
 * remembers one time for each key, however many it is allowed. Lives in memory: a restart forgives.
 */
export class Pace {
  /** When each key's allowance will be whole again (ms), the least lately used first. */
  readonly #wholeAt = new Map<string, number>();

  /** Counts one; one too many is refused with ERR_TOO_MANY_REQUESTS, which says how long (s) to wait. */
  count(key: string, perMinute: number, now: number): void {
    const interval = MINUTE / perMinute;
    const known = this.#wholeAt.get(key) ?? 0;
    // What lies further ahead than a whole minute was counted before the clock was set back.
    const from = known > now + MINUTE ? now : Math.max(known, now);
    const wait = from + interval - now - MINUTE;
    if (wait > 0) {
      refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.ceil(wait / 1000), most: perMinute } });
    }
    this.#wholeAt.delete(key);
    this.#wholeAt.set(key, from + interval);
    if (this.#wholeAt.size > MOST_KEYS) this.#wholeAt.delete(this.#wholeAt.keys().next().value!);
  }
}
