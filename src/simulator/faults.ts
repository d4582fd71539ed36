type Countable = "corrupt" | "duplicate";
type Answerable = "message" | "login";

/** What goes wrong on purpose, per number. */
export class Faults {
  isDown = false;
  readonly #left = new Map<string, number>();
  readonly #errors = new Map<string, number[]>();
  readonly #held = new Map<string, (() => Promise<void> | void)[]>();

  set(kind: Countable, number: string, count: number): void {
    this.#left.set(`${kind} ${number}`, count);
  }

  /** Uses up one of the faults, if there is any left. */
  take(kind: Countable, number: string): boolean {
    const key = `${kind} ${number}`;
    const left = this.#left.get(key) ?? 0;
    if (left > 0) this.#left.set(key, left - 1);
    return left > 0;
  }

  /** The number's next messages or logins are answered with this error. */
  refuse(what: Answerable, number: string, { error, count }: { error: number; count: number }): void {
    this.#errors.set(`${what} ${number}`, Array(count).fill(error));
  }

  /** The error to answer with now, if any. */
  refusal(what: Answerable, number: string): number | undefined {
    return this.#errors.get(`${what} ${number}`)?.shift();
  }

  isHeld(number: string): boolean {
    return this.#held.has(number);
  }

  hold(number: string): void {
    if (!this.#held.has(number)) this.#held.set(number, []);
  }

  release(number: string): void {
    const waiting = this.#held.get(number) ?? [];
    this.#held.delete(number);
    for (const go of waiting) void go();
  }

  /** Now, or when the number is no longer held. */
  async whenReleased(number: string, go: () => Promise<void> | void): Promise<void> {
    const waiting = this.#held.get(number);
    if (waiting) waiting.push(go);
    else await go();
  }
}
