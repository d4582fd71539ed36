/**
 * What is asked for again and again while events change it: only the latest request counts, and what events
 * have changed since it left is changed in its answer, too, which may be older. So a change may be made twice.
 */
export class Underway<T> {
  /** Of all requests, so that one for what was forgotten since is not taken for another. */
  static #requests = 0;
  #latest = 0;
  #changes: ((value: T) => T)[] | null = null;

  /** A request leaves: the number by which its answer is known. */
  begin(): number {
    this.#changes = [];
    return this.#latest = ++Underway.#requests;
  }

  /** Whether no later request has left, and nobody has let this one go. */
  counts(request: number): boolean {
    return request === this.#latest;
  }

  add(change: (value: T) => T): void {
    this.#changes?.push(change);
  }

  /** The answer, with all that has changed meanwhile. */
  end(answer: T): T {
    const changes = this.#changes ?? [];
    this.#changes = null;
    return changes.reduce((now, change) => change(now), answer);
  }

  /** Nobody waits for an answer any more. */
  letGo(): void {
    this.#latest = 0;
    this.#changes = null;
  }
}
