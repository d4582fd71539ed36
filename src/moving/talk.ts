import { Buffer } from "node:buffer";
import { BadCommand } from "../platform/config.ts";
import { Said, type SaidAs } from "./said.ts";

/** Bytes in both directions: a process of the other machine behind ssh, or two files in a folder. */
export interface Way {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}

/** The other side has hung up, or says what nobody understands. */
export class LostWay extends BadCommand {}

/** The other side does not take the company; its own words. */
export class NotTaken extends BadCommand {}

/** What is said is never longer (bytes), nor what follows it. */
const LONGEST = 100_000, LARGEST = 64_000_000;
/** For so long (ms) it is listened to somebody who does not listen any more. */
const LAST_WORD = 2000;
/** Two lengths of four bytes. */
const HEAD = 8;

/** One side of a conversation: each sentence is JSON with bytes behind it. */
export class Talk {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #read: Uint8Array[] = [];
  #size = 0;

  constructor({ readable, writable }: Way) {
    this.#reader = readable.getReader();
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(() => {});
  }

  async say(said: Said, bytes: Uint8Array = new Uint8Array()): Promise<void> {
    const text = new TextEncoder().encode(JSON.stringify(said)), head = Buffer.alloc(HEAD);
    head.writeUInt32BE(text.length);
    head.writeUInt32BE(bytes.length, 4);
    try {
      await this.#writer.write(Buffer.concat([head, text, bytes]));
    } catch {
      throw await this.#whyHungUp();
    }
  }

  /** Whoever hangs up while it is spoken to has perhaps said why. */
  async #whyHungUp(): Promise<Error> {
    try {
      const heard = await inTime(this.hear(), LAST_WORD);
      if (heard?.said.say === "refused") return new NotTaken(heard.said.sentence);
    } catch { /* It has said nothing. */ }
    return new LostWay("The other side has hung up");
  }

  /** The next sentence; nothing when the other side has ended between two of them. */
  async hear(): Promise<{ said: Said; bytes: Uint8Array } | undefined> {
    const head = await this.#take(HEAD);
    if (!head) return undefined;
    const lengths = [head.readUInt32BE(), head.readUInt32BE(4)] as const;
    if (lengths[0] > LONGEST || lengths[1] > LARGEST) throw new LostWay("The other side does not speak as a Balcão");
    const text = await this.#take(lengths[0]), bytes = await this.#take(lengths[1]);
    if (!text || !bytes) throw new LostWay("The other side has hung up");
    return { said: readSaid(text), bytes };
  }

  /** The answer that is due; NotTaken where it is a refusal. */
  async expect<S extends Said["say"]>(say: S, within?: number): Promise<SaidAs<S>> {
    const heard = await (within === undefined ? this.hear() : inTime(this.hear(), within));
    if (!heard) throw new LostWay("The other side has hung up");
    if (heard.said.say === "refused") throw new NotTaken(heard.said.sentence);
    if (heard.said.say !== say) throw new LostWay(`The other side says ${heard.said.say} where ${say} is due`);
    return heard.said as SaidAs<S>;
  }

  /** What was said has left; the other side may hear it still, or be closing, too, and is not waited for. */
  async close(): Promise<void> {
    void this.#writer.close().catch(() => {});
    await this.#reader.cancel().catch(() => {});
  }

  async #take(count: number): Promise<Buffer | undefined> {
    while (this.#size < count) {
      const { value, done } = await this.#reader.read().catch(() => ({ value: undefined, done: true }));
      if (done || !value) {
        if (this.#size > 0) throw new LostWay("The other side has hung up");
        return undefined;
      }
      this.#read.push(value);
      this.#size += value.length;
    }
    const whole = Buffer.concat(this.#read), rest = whole.subarray(count);
    this.#read = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    return whole.subarray(0, count);
  }
}

function readSaid(text: Uint8Array): Said {
  try {
    return Said.parse(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    throw new LostWay("The other side says what this Balcão does not understand: look whether both are of one version");
  }
}

async function inTime<T>(work: Promise<T>, within: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new LostWay("The other side does not answer")), within);
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
