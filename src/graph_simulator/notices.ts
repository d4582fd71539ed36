import { createHmac } from "node:crypto";
import type { NoticeFaults } from "./faults.ts";
import { newSecret } from "./ids.ts";
import type { MetaApp } from "./model.ts";
import { Watchers } from "./watchers.ts";

/** What one notice is about: an entry of the account `id`, with a change or a messaging event. */
export interface Entry {
  id: string;
  /** Milliseconds since 1970. */
  time: number;
  changes?: { field: string; value: Record<string, unknown> }[];
  messaging?: Record<string, unknown>[];
}

export interface Notice {
  app: MetaApp;
  callback: string;
  /** With which it is signed. */
  secret: string;
  object: string;
  entry: Entry;
}

/** One call of a callback, as it went. */
export interface Posted {
  app: string;
  callback: string;
  body: { object: string; entry: Entry[] };
  /** From 1. */
  attempt: number;
  /** Undefined when nobody answered. */
  status?: number;
}

export interface NoticeOptions {
  /** How long (ms) after each failed try the next one comes; it is given up after the last. */
  retryAfterMs: number[];
  /** How long (ms) a callback may take. */
  timeoutMs: number;
}

interface Parcel {
  app: MetaApp;
  callback: string;
  secret: string;
  body: { object: string; entry: Entry[] };
  isForged: boolean;
  attempt: number;
}

/** Brings notices to callbacks: in their order, each until it is answered with 200. */
export class Notices {
  /** All calls of callbacks so far, the oldest first. */
  readonly posted: Posted[] = [];
  readonly #held: Notice[] = [];
  readonly #watchers = new Watchers();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #stopping = new AbortController();
  #waiting: Notice[] = [];
  #underWay = 0;
  #isRunning = false;

  constructor(readonly faults: NoticeFaults, readonly options: NoticeOptions) {}

  send(notice: Notice): void {
    if (this.faults.isHeld) this.#held.push(notice);
    else this.#waiting.push(notice);
    // What is said in one breath can go out as one call.
    queueMicrotask(() => void this.#run());
  }

  /** Lets out what was held. */
  release(): void {
    const held = this.#held.splice(0);
    this.faults.isHeld = false;
    this.#waiting.push(...this.faults.isReversed ? held.reverse() : held);
    void this.#run();
  }

  /** Until nothing is on its way and nothing will be tried again. */
  settled(timeoutMs = 10_000): Promise<true> {
    const isSettled = () => this.#underWay === 0 && this.#waiting.length === 0 && !this.#isRunning && true;
    return this.#watchers.until(isSettled, { timeoutMs, inVain: "Notices are still on their way" });
  }

  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0 && !this.#stopping.signal.aborted) await this.#postAll(this.#takeParcel());
    this.#isRunning = false;
    this.#watchers.wake();
  }

  async #postAll(parcel: Parcel): Promise<void> {
    const { delayMs, repeats } = this.faults;
    if (delayMs) await this.#pause(delayMs);
    for (let nth = 0; nth <= repeats; nth++) await this.#post({ ...parcel });
  }

  #takeParcel(): Parcel {
    const [first, ...others] = this.#waiting as [Notice, ...Notice[]];
    const { app, callback, object, secret } = first;
    const isAlike = (other: Notice) =>
      other.app === app && other.secret === secret && other.callback === callback && other.object === object &&
      this.faults.isBatched;
    const together = [first, ...others.filter(isAlike)];
    this.#waiting = others.filter((other) => !isAlike(other));
    const isForged = this.faults.forged > 0;
    if (isForged) this.faults.forged--;
    return { app, callback, secret, body: { object, entry: mergeEntries(together) }, isForged, attempt: 1 };
  }

  async #post(parcel: Parcel): Promise<void> {
    this.#underWay++;
    const status = await this.#call(parcel);
    const { app, callback, body, attempt } = parcel;
    if (!this.#stopping.signal.aborted) this.posted.push({ app: app.id, callback, body, attempt, status });
    const wait = this.options.retryAfterMs[attempt - 1];
    // The tries that follow hold up nobody: other notices overtake this one, as they do at Meta.
    if (status !== 200 && wait !== undefined) this.#later(() => this.#post({ ...parcel, attempt: attempt + 1 }), wait);
    this.#underWay--;
    this.#watchers.wake();
  }

  async #call({ secret, callback, body, isForged }: Parcel): Promise<number | undefined> {
    const text = escapeAsMeta(JSON.stringify(body));
    const signature = createHmac("sha256", isForged ? newSecret() : secret).update(text).digest("hex");
    const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.options.timeoutMs)]);
    try {
      const answer = await fetch(callback, { method: "POST", headers, body: text, signal, redirect: "manual" });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return undefined;
    }
  }

  #later(work: () => Promise<void>, ms: number): void {
    this.#underWay++;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#underWay--;
      void work();
    }, ms);
    this.#timers.add(timer);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#later(async () => resolve(), ms));
  }
}

/** Meta writes what is beyond ASCII as escapes, and signs it so. */
function escapeAsMeta(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Changes of one account share an entry; messaging events have one each. */
function mergeEntries(notices: Notice[]): Entry[] {
  const entries: Entry[] = [];
  for (const { entry } of notices) {
    const same = entry.changes && entries.find(({ id, changes }) => changes && id === entry.id);
    if (same) same.changes = [...same.changes!, ...entry.changes!];
    else entries.push({ ...entry });
  }
  return entries;
}
