import { type ClientFrame, PING_EVERY, PRESENCE_EVERY, type ServerFrame } from "../src/contract/events.ts";
import { openSocket, openStream, type Transport } from "./event_transport.ts";
import { refreshToken } from "./refresh.ts";
import { readToken } from "./token.ts";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** A ping that is not answered within this long (ms) means that the connection is dead. */
const PATIENCE = 8_000;
/** So does a silence this long (ms), on a stream too: the server speaks at least as often as we ping. */
const LONGEST_SILENCE = 2.5 * PING_EVERY;

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
  /** Sockets in a row that closed before the server's welcome. */
  #shut = 0;
  #isWelcome = false;
  #at: string | undefined;
  #isOver = false;

  /** `after`: the place in the stream up to which everything is known. */
  constructor(readonly listener: StreamListener, after?: string) {
    this.#at = after;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#doubt);
    document.addEventListener("visibilitychange", this.#hurry);
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
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#doubt);
    document.removeEventListener("visibilitychange", this.#hurry);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const token = readToken();
    if (!token) return;
    const byStream = this.#shut >= 2;
    const open = byStream ? openStream : openSocket;
    this.#transport = open({ token, after: this.#at }, {
      received: (frame) => this.#received(frame, token),
      closed: () => {
        if (!this.#isWelcome) this.#shut = byStream ? 0 : this.#shut + 1;
        this.#retry();
      },
    });
  }

  #received(frame: ServerFrame, token: string): void {
    this.#expectWordWithin(LONGEST_SILENCE);
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

  #ping(): void {
    if (this.#transport?.say({ say: "ping" })) this.#expectWordWithin(PATIENCE);
  }

  #expectWordWithin(time: number): void {
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#retry(), time);
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
  #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#timer) {
      this.#attempt = 0;
      this.#connect();
    } else this.#doubt();
  };

  #doubt = (): void => {
    if (this.#isWelcome) this.#ping();
  };
}
