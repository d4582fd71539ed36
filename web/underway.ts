/**
 * What is asked for again and again while events change it: only the latest request counts, and what was heard since it
 * left is said again to its answer, which may be older. A change may so be said twice, and has to bear that.
 */
export class Underway<T> {
  /** Of all requests, so that one for what was forgotten since is not taken for another. */
  static #requests = 0;
  #latest = 0;
  #heard: ((value: T) => T)[] | null = null;

  /** A request leaves: the number by which its answer is known. */
  begin(): number {
    this.#heard = [];
    return this.#latest = ++Underway.#requests;
  }

  /** Whether no later request has left, and nobody has let this one go. */
  counts(request: number): boolean {
    return request === this.#latest;
  }

  hear(change: (value: T) => T): void {
    this.#heard?.push(change);
  }

  /** The answer, with all that was heard meanwhile. */
  end(answer: T): T {
    const heard = this.#heard ?? [];
    this.#heard = null;
    return heard.reduce((now, change) => change(now), answer);
  }

  /** Nobody waits for an answer any more. */
  letGo(): void {
    this.#latest = 0;
    this.#heard = null;
  }
}
