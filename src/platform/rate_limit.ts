/** Counts what happened within a sliding window, by key. Lives in memory: a restart forgives. */
export class RateLimit {
  readonly #times = new Map<string, number[]>();

  constructor(readonly most: number, readonly windowMs: number) {}

  /** Whether the key has used up what it is allowed, as of `now` (ms). */
  isReached(key: string, now: number): boolean {
    return this.#recent(key, now).length >= this.most;
  }

  count(key: string, now: number): void {
    const recent = this.#recent(key, now);
    recent.push(now);
    this.#times.set(key, recent.slice(-this.most));
    if (this.#times.size > 10_000) this.#forgetOld(now);
  }

  /** The latest one did not happen after all. */
  takeBack(key: string): void {
    this.#times.get(key)?.pop();
  }

  clear(key: string): void {
    this.#times.delete(key);
  }

  #recent(key: string, now: number): number[] {
    return (this.#times.get(key) ?? []).filter((time) => now - time < this.windowMs);
  }

  #forgetOld(now: number): void {
    for (const key of this.#times.keys()) if (this.#recent(key, now).length === 0) this.#times.delete(key);
  }
}
