import type { WidgetHears, WidgetSays } from "../../src/contract/widget.ts";
import type * as z from "zod/mini";

type Says = z.input<typeof WidgetSays>;

/** A sign of life that often (ms); the server lets go of a line that says nothing for a minute. */
const BEAT = 25_000;
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
  #tries = 0;
  #isClosed = false;

  constructor(readonly following: Following) {
    this.#connect();
    addEventListener("online", this.#now);
  }

  say(frame: Says): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#now);
    clearTimeout(this.#again);
    this.#socket?.close();
  }

  readonly #now = () => {
    clearTimeout(this.#again);
    this.#tries = 0;
    if (!this.#socket) this.#connect();
  };

  #connect(): void {
    const { path, visitor, heard, up, down } = this.following;
    const address = new URL(path, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(address);
    socket.onopen = () => this.say({ say: "hello", visitor });
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data) as WidgetHears;
      if (frame.say === "welcome") {
        this.#tries = 0;
        clearInterval(this.#beat);
        this.#beat = setInterval(() => this.say({ say: "ping" }), BEAT);
        up();
      } else heard(frame);
    };
    socket.onclose = () => {
      clearInterval(this.#beat);
      this.#socket = undefined;
      if (this.#isClosed) return;
      down();
      const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)]!;
      // Not all at the same moment, when the server has been away.
      this.#again = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
    };
  }

  /** How often (ms) to ask instead, while there is no line. */
  static readonly asksEvery = ASKS_EVERY;
}
