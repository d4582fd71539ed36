type Countable = "corrupt" | "duplicate";
type Answerable = "message" | "login";

/** Seconds since 1970 until which an account may write to no strangers, and how many new chats it may begin. */
export interface Standing {
  lockedUntil?: number;
  newChats?: { total: number; used: number };
}

/** What goes wrong on purpose, per number. */
export class Faults {
  isDown = false;
  readonly #left = new Map<string, number>();
  readonly #errors = new Map<string, number[]>();
  readonly #standings = new Map<string, Standing>();
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

  /** How the server sees a number's account, when somebody asks. */
  standing(number: string): Standing {
    return this.#standings.get(number) ?? {};
  }

  setStanding(number: string, standing: Standing): void {
    this.#standings.set(number, standing);
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
