import { refuse } from "../contract/errors.ts";

/** Keys that a limit remembers at most; beyond them those that were counted longest ago are forgotten. */
const MOST_KEYS = 50_000;

/** Counts what happened within a sliding window, by key. Lives in memory: a restart forgives. */
export class RateLimit {
  /** Least lately counted first. */
  readonly #times = new Map<string, number[]>();

  constructor(readonly most: number, readonly windowMs: number) {}

  /** Whether the key has used up what it is allowed, as of `now` (ms). */
  isReached(key: string, now: number): boolean {
    return this.wait(key, now) > 0;
  }

  /** For how long (ms) the key has used up what it is allowed; 0 when it may. */
  wait(key: string, now: number): number {
    const recent = this.#recent(key, now);
    return recent.length < this.most ? 0 : Math.min(recent.at(-this.most)! + this.windowMs - now, this.windowMs);
  }

  /** Counts one; where it is one too many it refuses with ERR_TOO_MANY_REQUESTS, and says how long (s) to wait. */
  countOrRefuse(key: string, now: number): void {
    const wait = this.wait(key, now);
    if (wait > 0) refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.ceil(wait / 1000) } });
    this.count(key, now);
  }

  count(key: string, now: number): void {
    const recent = [...this.#recent(key, now), now].slice(-this.most);
    this.#times.delete(key);
    this.#times.set(key, recent);
    if (this.#times.size > MOST_KEYS) this.#times.delete(this.#times.keys().next().value!);
  }

  /** The latest one did not happen after all. */
  takeBack(key: string): void {
    const times = this.#times.get(key);
    times?.pop();
    if (times?.length === 0) this.#times.delete(key);
  }

  clear(key: string): void {
    this.#times.delete(key);
  }

  forgetAll(): void {
    this.#times.clear();
  }

  #recent(key: string, now: number): number[] {
    // What lies far ahead was counted before the clock was set back, and would count for as long as it was ahead.
    return (this.#times.get(key) ?? []).filter((time) => Math.abs(now - time) < this.windowMs);
  }
}
