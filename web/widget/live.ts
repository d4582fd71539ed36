import type { WidgetHears, WidgetSays } from "../../src/contract/widget.ts";
import type * as z from "zod/mini";

type Says = z.input<typeof WidgetSays>;

/** A sign of life that often (ms); the server lets go of a line that says nothing for a minute. */
const BEAT = 25_000;
/** A sign of life that is not answered within this long (ms) means that the line is dead. */
const PATIENCE = 8000;
/** So does a new line by which nothing has come within this long (ms): a browser would wait minutes for it. */
const WELCOME_WITHIN = 20_000;
/** How long (ms) until the next try, longer each time. */
const PAUSES = [500, 1000, 2000, 5000, 10_000, 20_000];
/** Where no line comes about, as behind proxies that forbid it, the chat is asked for that often (ms). */
const ASKS_EVERY = 8000;

interface Following {
  path: string;
  visitor: string;
  heard(frame: WidgetHears): void;
  /** The line is there: what was said without it is to be asked for. */
  up(): void;
  down(): void;
}

/** The line by which a widget hears at once what happens in its chat. It comes back by itself until it is closed. */
export class Live {
  #socket: WebSocket | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #impatience: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #isWelcome = false;

  constructor(readonly following: Following) {
    this.#connect();
    addEventListener("online", this.#onOnline);
    addEventListener("offline", this.#onOffline);
  }

  say(frame: Says): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close(): void {
    removeEventListener("online", this.#onOnline);
    removeEventListener("offline", this.#onOffline);
    clearTimeout(this.#again);
    this.#drop();
  }

  /** The network is back: no need to wait. A line that is being opened may have been begun in the network that was. */
  readonly #onOnline = () => {
    if (this.#isWelcome) return this.#ping();
    this.#tries = 0;
    this.#drop();
    this.#connect();
  };

  /** The network is gone, and with it a line that is being opened; an open one may go by another. */
  readonly #onOffline = () => {
    if (this.#isWelcome) this.#ping();
    else if (this.#socket) this.#lost();
  };

  #connect(): void {
    clearTimeout(this.#again);
    const { path, visitor, heard, up } = this.following;
    const address = new URL(path, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(address);
    socket.onopen = () => this.say({ say: "hello", visitor });
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data) as WidgetHears;
      // After a refusal the line is closed, or given up.
      if (frame.say !== "refused") clearTimeout(this.#impatience);
      if (frame.say === "pong") return;
      if (frame.say === "welcome") {
        this.#tries = 0;
        this.#isWelcome = true;
        clearInterval(this.#beat);
        this.#beat = setInterval(() => this.#ping(), BEAT);
        up();
      } else heard(frame);
    };
    socket.onclose = () => this.#lost();
    this.#expectWordWithin(WELCOME_WITHIN);
  }

  #ping(): void {
    this.say({ say: "ping" });
    this.#expectWordWithin(PATIENCE);
  }

  #expectWordWithin(ms: number): void {
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#lost(), ms);
  }

  #lost(): void {
    this.#drop();
    this.following.down();
    const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)]!;
    clearTimeout(this.#again);
    // Not all at the same moment, when the server has been away.
    this.#again = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #drop(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#impatience);
    this.#isWelcome = false;
    if (!this.#socket) return;
    // From here on it is nobody's concern how it ends.
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = undefined;
  }

  /** How often (ms) to ask instead, while there is no line. */
  static readonly asksEvery = ASKS_EVERY;
}
