import type { WidgetHears, WidgetMessage, WidgetPage, WidgetServing, WidgetStart } from "../../src/contract/widget.ts";
import { ask, Refused } from "./ask.ts";
import { Keep, type Unsent } from "./kept.ts";
import { Live } from "./live.ts";
import { Outgoing } from "./outgoing.ts";

/** Pages that are asked for at most, to close a gap after a long absence. */
const MOST_PAGES = 10;
/** Who was heard typing and then no more, types no more (ms). */
const TYPING_LASTS = 15_000;

export interface State {
  messages: readonly WidgetMessage[];
  unsent: readonly Unsent[];
  hasMore: boolean;
  isTyping: boolean;
  serving: WidgetServing | null;
  /** There is no line to the server, though there should be. */
  isCut: boolean;
  /** The company takes nothing now. */
  isAway: boolean;
  /** Seconds until what waits goes on; 0 = nothing holds it up. */
  wait: number;
}

/** One visitor's chat, as far as this browser has it: read by pages, followed live, written to through what is kept. */
export class Chat {
  readonly keep: Keep;
  readonly outgoing: Outgoing;
  readonly path: string;
  readonly #messages = new Map<number, WidgetMessage>();
  #live: Live | undefined;
  #hasMore = false;
  #serving: WidgetServing | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #asking: ReturnType<typeof setInterval> | undefined;
  #isCut = false;
  readonly #isAsking: boolean;
  #got = 0;
  #read = 0;

  constructor(start: WidgetStart, readonly changed: () => void, failureOf: (error: Refused) => string) {
    this.path = `/widget/${start.key}`;
    this.#isAsking = Object.values(start.ask).some((asked) => asked !== "off");
    this.keep = new Keep(start.key);
    this.outgoing = new Outgoing(this, !start.isOpen, failureOf);
    addEventListener("online", () => void this.outgoing.flush());
    addEventListener("offline", () => this.changed());
  }

  get state(): State {
    const messages = [...this.#messages.values()].sort((one, other) => one.id - other.id);
    const has = new Set(messages.map(({ localId }) => localId));
    return {
      messages,
      unsent: this.keep.get().unsent.filter(({ localId }) => !has.has(localId)),
      hasMore: this.#hasMore,
      isTyping: this.#typing !== undefined,
      serving: this.#serving,
      isCut: this.#isCut || !navigator.onLine,
      isAway: this.outgoing.isAway,
      wait: this.outgoing.wait,
    };
  }

  /** Whether something is to be answered before anything can be written. */
  get asksFirst(): boolean {
    return this.#isAsking && !this.keep.visitor();
  }

  /** Messages of the company that were not seen. */
  get unread(): number {
    const { read } = this.keep.get();
    return [...this.#messages.values()].filter(({ own, id, isDeleted }) => !own && !isDeleted && id > read).length;
  }

  /** Follows the chat, if this browser has begun one. */
  follow(): void {
    const visitor = this.keep.visitor();
    if (!visitor || this.#live) return;
    this.#live = new Live({
      path: `${this.path}/live`,
      visitor,
      heard: (frame) => this.#heard(frame),
      up: () => {
        this.#isCut = false;
        clearInterval(this.#asking);
        this.#asking = undefined;
        void this.#catchUp().then(() => this.outgoing.flush());
      },
      down: () => {
        this.#isCut = true;
        this.#asking ??= setInterval(() => void this.#catchUp(), Live.asksEvery);
        this.changed();
      },
    });
    void this.#catchUp();
  }

  /** Says who is about to write; refused with the fields at fault. */
  async begin(about: Record<string, string>): Promise<void> {
    if (this.keep.visitor()) return;
    const { visitor } = await ask<{ visitor: string }>(`${this.path}/visitors`, { body: about });
    this.keep.set({ visitor });
    this.follow();
    void this.outgoing.flush();
  }

  typing(typing: boolean): void {
    this.#live?.say({ say: "typing", typing });
  }

  forget(): void {
    this.#live?.close();
    this.#live = undefined;
    clearInterval(this.#asking);
    this.#asking = undefined;
    this.#messages.clear();
    this.#serving = null;
    this.#hasMore = this.#isCut = false;
    this.#got = this.#read = 0;
    this.keep.forget();
  }

  async older(): Promise<void> {
    const [first] = this.state.messages;
    if (first) await this.#page(first.id);
  }

  /** What was said meanwhile: the newest page, and those before it until they meet what is known. */
  async #catchUp(): Promise<void> {
    const last = this.state.messages.at(-1)?.id;
    let before: number | undefined;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const page = await this.#page(before, last === undefined || pages > 0);
      const first = page?.messages[0]?.id;
      if (!page?.hasMore || last === undefined || first === undefined || first <= last) return;
      before = first;
    }
  }

  async #page(before?: number, isOldest = true): Promise<WidgetPage | undefined> {
    try {
      const page = await ask<WidgetPage>(`${this.path}/messages${before ? `?before=${before}` : ""}`, {
        visitor: this.keep.visitor(),
      });
      if (isOldest) this.#hasMore = page.hasMore;
      this.#serving = page.serving;
      this.take(page.messages);
      return page;
    } catch (error) {
      if (error instanceof Refused && error.code === "ERR_SESSION_EXPIRED") this.forget();
      this.changed();
    }
  }

  #heard(frame: WidgetHears): void {
    if (frame.say === "message") {
      if (!frame.message.own) this.#setTyping(false);
      this.take([frame.message]);
    }
    if (frame.say === "serving") this.#serving = frame.serving;
    if (frame.say === "typing") this.#setTyping(frame.typing);
    if (frame.say === "refused" && frame.error === "ERR_SESSION_EXPIRED") this.forget();
    this.changed();
  }

  #setTyping(typing: boolean): void {
    clearTimeout(this.#typing);
    this.#typing = typing ? setTimeout(() => (this.#setTyping(false), this.changed()), TYPING_LASTS) : undefined;
  }

  take(messages: readonly WidgetMessage[]): void {
    for (const message of messages) this.#messages.set(message.id, message);
    this.changed();
    this.#mark();
  }

  /** All that is here has come; with `seen` the visitor has it before their eyes. */
  #mark(seen = false): void {
    const last = this.state.messages.findLast(({ own }) => !own)?.id ?? 0;
    if (last <= (seen ? this.#read : this.#got)) return;
    this.#got = last;
    if (seen) this.#read = last;
    const visitor = this.keep.visitor();
    void ask(`${this.path}/marks`, { visitor, body: seen ? { got: last, read: last } : { got: last } }).catch(() => {
      // The next message says it again.
      this.#got = this.#read = 0;
    });
  }

  /** The visitor sees what is here. */
  seen(): void {
    const last = this.state.messages.at(-1)?.id ?? 0;
    if (last > this.keep.get().read) this.keep.set({ read: last });
    this.#mark(true);
  }

  /** An empty emoji takes it off. */
  react(id: number, emoji: string): Promise<unknown> {
    return ask(`${this.path}/reactions`, { visitor: this.keep.visitor(), body: { id, emoji } });
  }

  async handover(language: string): Promise<string> {
    await this.begin({});
    const visitor = this.keep.visitor();
    return (await ask<{ url: string }>(`${this.path}/handover?lang=${language}`, { visitor, body: {} })).url;
  }
}
