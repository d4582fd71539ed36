/** Those who wait until something is true. */
export class Watchers {
  readonly #looks = new Set<() => void>();

  /** Everyone asks again. */
  wake(): void {
    for (const look of [...this.#looks]) look();
  }

  /** Calls each time something has changed; returns how to stop it. */
  follow(look: () => void): () => void {
    this.#looks.add(look);
    return () => this.#looks.delete(look);
  }

  /** The first answer that is neither undefined nor false; an error with this text when there is none in time. */
  until<T>(ask: () => T | undefined | false, { timeoutMs, inVain }: { timeoutMs: number; inVain: string }): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const finish = (how: () => void) => {
      clearTimeout(timer);
      this.#looks.delete(look);
      how();
    };
    const look = () => {
      const found = ask();
      if (found !== undefined && found !== false) finish(() => resolve(found));
    };
    const timer = setTimeout(() => finish(() => reject(new Error(inVain))), timeoutMs);
    this.#looks.add(look);
    look();
    return promise;
  }
}
