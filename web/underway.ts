/**
 * What is asked for again and again while events change it: only the latest request counts, and what was heard since it
 * left is said again to its answer, which may be older. A change may so be said twice, and has to bear that.
 */
export class Underway<T> {
  #latest = 0;
  #heard: ((value: T) => T)[] | null = null;

  /** A request leaves: the number by which its answer is known. */
  begin(): number {
    this.#heard = [];
    return ++this.#latest;
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
    this.#latest++;
    this.#heard = null;
  }
}
