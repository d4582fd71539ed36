import type { WidgetMessage } from "../../src/contract/widget.ts";
import { LARGEST_FILE_OF_VISITOR } from "../../src/shared/limits.ts";
import { ask, Refused } from "./ask.ts";
import type { Keep, Unsent } from "./kept.ts";

/** What it needs of the chat that it belongs to. */
interface Belongs {
  readonly keep: Keep;
  readonly path: string;
  /** Whether something is to be answered before anything can be written. */
  readonly asksFirst: boolean;
  begin(about: Record<string, string>): Promise<void>;
  take(messages: readonly WidgetMessage[]): void;
  forget(): void;
  changed(): void;
}

/** What the visitor has written and the company does not have yet: kept in this browser, and sent one after the other. */
export class Outgoing {
  #waitsUntil = 0;
  #isSending = false;

  constructor(
    readonly chat: Belongs,
    /** The company takes nothing now. */
    public isAway: boolean,
    readonly failureOf: (error: Refused) => string,
  ) {}

  /** Seconds until what waits goes on; 0 = nothing holds it up. */
  get wait(): number {
    return Math.max(0, Math.ceil((this.#waitsUntil - Date.now()) / 1000));
  }

  /** What is written next answers this message; see acts.ts. */
  quote: number | undefined;

  write(what: Omit<Unsent, "localId" | "at" | "failure">): void {
    const unsent = {
      quote: this.quote,
      ...what,
      localId: crypto.randomUUID(),
      at: Date.now(),
      failure: this.#fault(what),
    };
    this.quote = undefined;
    this.chat.keep.set({ unsent: [...this.chat.keep.get().unsent, unsent] });
    this.chat.changed();
    void this.flush();
  }

  retry(localId: string): void {
    const unsent = this.chat.keep.get().unsent.find((each) => each.localId === localId);
    this.#mend(localId, { failure: unsent ? this.#fault(unsent) : "" });
    void this.flush();
  }

  /** Why something would be refused, as far as this is known before it leaves; empty for all else. */
  #fault({ file }: Pick<Unsent, "file">): string {
    return file && file.size > LARGEST_FILE_OF_VISITOR ? this.failureOf(new Refused("ERR_FILE_TOO_LARGE")) : "";
  }

  discard(localId: string): void {
    this.chat.keep.set({ unsent: this.chat.keep.get().unsent.filter((each) => each.localId !== localId) });
    this.chat.changed();
  }

  /** Sends what waits, one after the other; what cannot leave now stays for later. */
  async flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) if (!await this.#send(next)) break;
    } finally {
      this.#isSending = false;
    }
  }

  #next(): Unsent | undefined {
    return this.chat.keep.get().unsent.find(({ failure }) => !failure);
  }

  /** Whether the next one may follow. */
  async #send(unsent: Unsent): Promise<boolean> {
    // What the company wants to know is asked before anything leaves.
    if (this.chat.asksFirst) return false;
    try {
      await this.chat.begin({});
      const message = await ask<WidgetMessage>(`${this.chat.path}/messages`, {
        visitor: this.chat.keep.visitor(),
        body: bodyOf(unsent),
      });
      this.isAway = false;
      this.chat.take([message]);
      this.discard(unsent.localId);
      return true;
    } catch (error) {
      return this.#notSent(unsent, error instanceof Refused ? error : new Refused("ERR_INTERNAL"));
    }
  }

  #notSent({ localId }: Unsent, error: Refused): boolean {
    // Whom the company has forgotten begins anew.
    if (error.code === "ERR_SESSION_EXPIRED" && this.chat.keep.visitor()) {
      this.chat.forget();
      return true;
    }
    const isLater = LATER.has(error.code);
    if (isLater) this.#later(error);
    else this.#mend(localId, { failure: this.failureOf(error) });
    this.chat.changed();
    return !isLater;
  }

  #later({ code, seconds }: Refused): void {
    this.isAway = code === "ERR_COMPANY_UNAVAILABLE" || code === "ERR_MAINTENANCE";
    const pause = seconds || 15;
    if (code === "ERR_TOO_MANY_REQUESTS") this.#waitsUntil = Date.now() + pause * 1000;
    setTimeout(() => {
      this.#waitsUntil = 0;
      void this.flush();
    }, pause * 1000);
  }

  #mend(localId: string, change: Partial<Unsent>): void {
    const unsent = this.chat.keep.get().unsent.map((each) => each.localId === localId ? { ...each, ...change } : each);
    this.chat.keep.set({ unsent });
    this.chat.changed();
  }
}

/** What is tried again by itself. */
const LATER: ReadonlySet<string> = new Set([
  "offline",
  "ERR_TOO_MANY_REQUESTS",
  "ERR_COMPANY_UNAVAILABLE",
  "ERR_SERVER_UNAVAILABLE",
  "ERR_MAINTENANCE",
  "ERR_INTERNAL",
  "ERR_STORAGE_FULL",
]);

function bodyOf({ body, localId, file, width = 0, height = 0, quote }: Unsent): unknown {
  if (!file) return { body, localId, quote };
  const form = new FormData();
  for (const [name, value] of Object.entries({ body, localId, width, height, ...quote && { quote } })) {
    form.append(name, String(value));
  }
  form.append("medias", file);
  return form;
}
