/** One thing after the other in each chat, and several chats beside each other. */
export class Lanes {
  readonly #tails = new Map<string, Promise<void>>();

  get busy(): number {
    return this.#tails.size;
  }

  /** Runs `work` when all that was given for the chat before has ended. It must not reject. */
  add(chat: string, work: () => Promise<void>): void {
    const tail = (this.#tails.get(chat) ?? Promise.resolve()).then(work);
    this.#tails.set(chat, tail);
    void tail.then(() => {
      if (this.#tails.get(chat) === tail) this.#tails.delete(chat);
    });
  }
}
