import { type ClientFrame, PING_EVERY, PRESENCE_EVERY, type ServerFrame } from "../src/contract/events.ts";
import { canOpenSocket, openSocket, openStream, type Transport } from "./event_transport.ts";
import { refreshToken } from "./refresh.ts";
import { readToken } from "./token.ts";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** A ping that is not answered within this long (ms) means that the connection is dead. */
const PATIENCE = 8_000;
/** So does a new one by which nothing has come within this long (ms): a browser would wait minutes for it. */
const WELCOME_WITHIN = 20_000;
/** A silence this long (ms) is looked into: the server speaks at least as often as we ping, which a hidden tab does late. */
const LONGEST_SILENCE = 2.5 * PING_EVERY;
/** A line that is being opened and is younger than this (ms) need not be begun anew because somebody looks. */
const YOUNG = 5_000;

type Frame<Say extends ServerFrame["say"]> = Extract<ServerFrame, { say: Say }>;

/** Who listens to a stream, and to what becomes of it. */
export interface StreamListener {
  welcomed(word: Frame<"welcome">): void;
  received(name: string, payload: unknown): void;
  /** The way to the server is lost; it is being looked for. */
  lost(): void;
  /** The server is there, but serves this company, or any, no more: with which error it says so. */
  refused(error: string): void;
  /** The server does not know the session any more. */
  ended(): void;
}

/** One browser tab's way to the server: opened, kept alive, opened again. */
export class EventStream {
  #transport: Transport | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #impatience: ReturnType<typeof setTimeout> | undefined;
  #beats: ReturnType<typeof setInterval>[] = [];
  #attempt = 0;
  /** When (ms since 1970) the present line was begun. */
  #begunAt = 0;
  #byStream = false;
  /** Sockets in a row that closed before the server's welcome. */
  #shut = 0;
  #isWelcome = false;
  #at: string | undefined;
  #isOver = false;

  /** `after`: the place in the stream up to which everything is known. */
  constructor(readonly listener: StreamListener, after?: string) {
    this.#at = after;
    addEventListener("online", this.#onReturn);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#onReturn);
    this.#connect();
  }

  say(frame: ClientFrame): void {
    if (!this.#isWelcome) return;
    // Whatever is read of the list from now on is at least as new as this mark.
    this.#transport?.say(frame.say === "joinContactList" ? { ...frame, after: this.#at } : frame);
  }

  end(): void {
    this.#isOver = true;
    this.#drop();
    clearTimeout(this.#timer);
    removeEventListener("online", this.#onReturn);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#onReturn);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const token = readToken();
    if (!token) return;
    this.#begunAt = Date.now();
    this.#byStream = this.#shut >= 2;
    const open = this.#byStream ? openStream : openSocket;
    this.#transport = open({ token, after: this.#at }, {
      received: (frame) => this.#received(frame, token),
      closed: () => this.#failed(),
    });
    // Longer each time, for a server that so many come back to that it is slow.
    this.#expectWordWithin(WELCOME_WITHIN * Math.min(3, this.#attempt + 1));
  }

  #failed(): void {
    // After two sockets a stream is tried, and then sockets again. Without a network that says nothing of either.
    if (!this.#isWelcome && navigator.onLine) this.#shut = (this.#shut + 1) % 3;
    this.#retry();
  }

  #received(frame: ServerFrame, token: string): void {
    this.#askAfterSilence();
    if (frame.say === "welcome") this.#welcome(frame);
    if (frame.say === "refused") this.#refused(frame.error, token);
    if (frame.say === "event") {
      this.#at = frame.at;
      this.listener.received(frame.name, frame.payload);
    }
  }

  #welcome(word: Frame<"welcome">): void {
    this.#at = word.at;
    this.#attempt = this.#shut = 0;
    this.#isWelcome = true;
    this.say({ say: "joinNotification" });
    this.say({ say: "userStatus" });
    this.#beats = [
      setInterval(() => this.#ping(), PING_EVERY),
      setInterval(() => this.say({ say: "userStatus" }), PRESENCE_EVERY),
    ];
    if (this.#byStream) this.#beats.push(setInterval(() => this.#trySocket(), PRESENCE_EVERY));
    this.listener.welcomed(word);
  }

  #refused(error: string, token: string): void {
    this.#drop();
    if (error === "ERR_SESSION_EXPIRED") return this.listener.ended();
    if (error !== "ERR_TOKEN_EXPIRED") {
      this.listener.refused(error);
      return this.#retry();
    }
    refreshToken(token).then(() => this.#isOver || this.#connect(), () => this.#retry());
  }

  /** A stream cannot be heard by the server: whoever has one because the server was slow gets a socket again. */
  async #trySocket(): Promise<void> {
    const stream = this.#transport;
    if (!await canOpenSocket() || this.#transport !== stream) return;
    this.#drop();
    this.#connect();
  }

  /** Whether it could be asked. */
  #ping(): boolean {
    const isAsked = this.#transport?.say({ say: "ping" }) ?? false;
    if (isAsked) this.#expectWordWithin(PATIENCE);
    return isAsked;
  }

  /** Gives the line up after a silence of `time` (ms). */
  #expectWordWithin(time: number): void {
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#failed(), time);
  }

  /** Asks the line after a silence; one that cannot be asked is given up. */
  #askAfterSilence(): void {
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#ping() || this.#failed(), LONGEST_SILENCE);
  }

  #retry(): void {
    this.#drop();
    if (this.#isOver) return;
    this.listener.lost();
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#attempt++);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), pause * (1 + Math.random() / 4));
  }

  #drop(): void {
    clearTimeout(this.#impatience);
    this.#beats.forEach(clearInterval);
    this.#beats = [];
    this.#transport?.close();
    this.#transport = undefined;
    this.#isWelcome = false;
  }

  /** The network or the person is back: no need to wait, but a connection that slept may be dead. */
  #onReturn = ({ type }: Event): void => {
    if (type === "online") this.#shut = 0;
    if (document.visibilityState === "hidden") return;
    if (this.#isWelcome) return void this.#ping();
    if (this.#timer) this.#attempt = 0;
    // One that is being opened may have been begun in the network that was, or before a long sleep.
    else if (!this.#transport || type !== "online" && Date.now() - this.#begunAt < YOUNG) return;
    this.#transport?.close();
    this.#connect();
  };

  /** The network is gone, and with it a line that is being opened; an open one may go by another. */
  #onOffline = (): void => {
    if (this.#isWelcome) this.#ping();
    else if (this.#transport) this.#retry();
  };
}
