/** What waits to be sent: a text outlives the page, a file does not. */
export interface Unsent {
  localId: string;
  body: string;
  at: number;
  file?: File;
  width?: number;
  height?: number;
  /** The message that it answers. */
  quote?: number;
  /** Why it never will be, in words; empty while it may. */
  failure: string;
}

interface Kept {
  /** Who this browser is to the company. */
  visitor?: string;
  /** The last message that was seen. */
  read: number;
  unsent: Unsent[];
}

/** What the browser keeps for one chat, in the frame's own storage; as long as the page is open where it keeps nothing. */
export class Keep {
  readonly #name: string;
  #kept: Kept;

  constructor(key: string) {
    this.#name = `balcao-chat-${key}`;
    this.#kept = { read: 0, unsent: [], ...this.#stored() };
  }

  #stored(): Partial<Kept> {
    try {
      return JSON.parse(localStorage.getItem(this.#name) ?? "{}");
    } catch {
      /* Browsers may forbid frames of others to keep anything. */
      return {};
    }
  }

  /** Who this browser is; another tab may have begun meanwhile. */
  visitor(): string | undefined {
    if (!this.#kept.visitor) this.#kept.visitor = this.#stored().visitor;
    return this.#kept.visitor;
  }

  get(): Readonly<Kept> {
    return this.#kept;
  }

  /** This browser is nobody any more to the company; what waits stays. */
  forget(): void {
    this.set({ visitor: undefined, read: 0 });
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      const unsent = this.#kept.unsent.filter(({ file }) => !file);
      localStorage.setItem(this.#name, JSON.stringify({ ...this.#kept, unsent }));
    } catch { /* The same. */ }
  }
}
