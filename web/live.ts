import { atom, getDefaultStore } from "jotai";
import { useEffect, useEffectEvent } from "react";
import {
  type ClientFrame,
  type EventName,
  type Events,
  PING_EVERY,
  PRESENCE_EVERY,
  type ServerFrame,
} from "../src/contract/events.ts";
import { openSocket, openStream, type Transport } from "./live_transport.ts";
import { refreshToken } from "./refresh.ts";
import { readToken } from "./token.ts";

/** `reconnecting` from the moment the way to the server is lost until it is back. */
export const connectionAtom = atom<"online" | "reconnecting">("online");

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** A ping that is not answered within this long (ms) means that the line is dead. */
const PATIENCE = 8_000;
/** So does a silence this long (ms), on a stream too: the server speaks at least as often as we ping. */
const LONGEST_SILENCE = 2.5 * PING_EVERY;
/** Lists wait this long (ms) for the socket, so that nothing falls between what they read and what it tells. */
const SUBSCRIBE_WITHIN = 700;

type Handler = (payload: never) => void;
const handlers = new Map<string, Set<Handler>>();
const resyncs = new Set<() => void>();
const rooms = new Set<ClientFrame>();

/** Hears an event until the returned function is called. */
export function onEvent<N extends EventName>(name: N, handler: (payload: Events[N]) => void): () => void {
  const those = handlers.get(name) ?? new Set();
  handlers.set(name, those.add(handler as Handler));
  return () => void those.delete(handler as Handler);
}

/** Called when too much was missed to be told again: whatever is on the screen must be read anew. */
export function onResync(handler: () => void): () => void {
  resyncs.add(handler);
  return () => void resyncs.delete(handler);
}

/** Hears an event while the component is mounted. */
export function useEvent<N extends EventName>(name: N, handler: (payload: Events[N]) => void): void {
  const latest = useEffectEvent(handler);
  useEffect(() => onEvent(name, (payload) => latest(payload)), [name]);
}

/** Tells the server what is being looked at, now and after every reconnect, until the returned function is called. */
export function join(room: Extract<ClientFrame, { say: "joinTickets" | "joinChatBox" }>): () => void {
  rooms.add(room);
  line?.say(room);
  return () => void rooms.delete(room);
}

let line: Line | undefined;
let subscribing: { promise: Promise<void>; resolve(): void; late: boolean } | undefined;

/** Opens this tab's line to the events of a company; `ended` is called when the server does not know the session. */
export function openLine(companyId: number, ended: () => void): void {
  closeLine();
  const { promise, resolve } = Promise.withResolvers<void>();
  const mine: NonNullable<typeof subscribing> = { promise, resolve, late: false };
  subscribing = mine;
  setTimeout(() => {
    mine.late = true;
    resolve();
  }, SUBSCRIBE_WITHIN);
  line = new Line(companyId, ended);
}

export function closeLine(): void {
  line?.end();
  line = subscribing = undefined;
  getDefaultStore().set(connectionAtom, "online");
}

/** Waits until events are being heard, but not for long: what is read after it cannot miss a change. */
export function subscribed(): Promise<void> {
  return subscribing?.promise ?? Promise.resolve();
}

/** One browser tab's way to the server: opened, kept alive, opened again. */
class Line {
  #transport: Transport | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #impatience: ReturnType<typeof setTimeout> | undefined;
  #beats: ReturnType<typeof setInterval>[] = [];
  #attempt = 0;
  /** Sockets in a row that closed before the server's welcome. */
  #shut = 0;
  #welcomed = false;
  #at: string | undefined;
  #ended = false;

  constructor(readonly companyId: number, readonly ended: () => void) {
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#doubt);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  say(frame: ClientFrame): void {
    if (this.#welcomed) this.#transport?.say(frame);
  }

  end(): void {
    this.#ended = true;
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
      heard: (frame) => this.#heard(frame, token),
      closed: () => {
        if (!this.#welcomed) this.#shut = byStream ? 0 : this.#shut + 1;
        this.#retry();
      },
    });
  }

  #heard(frame: ServerFrame, token: string): void {
    this.#expectWordWithin(LONGEST_SILENCE);
    if (frame.say === "welcome") this.#welcome(frame);
    if (frame.say === "event") this.#tell(frame);
    if (frame.say === "refused") this.#refused(frame.error, token);
  }

  #welcome({ at, missed }: Extract<ServerFrame, { say: "welcome" }>): void {
    this.#at = at;
    this.#attempt = this.#shut = 0;
    this.#welcomed = true;
    getDefaultStore().set(connectionAtom, "online");
    this.say({ say: "joinNotification" });
    this.say({ say: "userStatus" });
    for (const room of rooms) this.say(room);
    this.#beats = [
      setInterval(() => this.#ping(), PING_EVERY),
      setInterval(() => this.say({ say: "userStatus" }), PRESENCE_EVERY),
    ];
    if (missed === "all" || subscribing?.late) { for (const resync of resyncs) resync(); }
    if (subscribing) subscribing.late = false;
    subscribing?.resolve();
  }

  #tell({ name, payload, at }: Extract<ServerFrame, { say: "event" }>): void {
    this.#at = at;
    const own = `company-${this.companyId}-`;
    if (!name.startsWith(own)) return;
    for (const handler of handlers.get(name.slice(own.length)) ?? []) handler(payload as never);
  }

  #refused(error: string, token: string): void {
    this.#drop();
    if (error === "ERR_SESSION_EXPIRED") return this.ended();
    if (error !== "ERR_TOKEN_EXPIRED") return this.#retry();
    refreshToken(token).then(() => this.#ended || this.#connect(), () => this.#ended || this.#retry());
  }

  #ping(): void {
    if (!this.#transport?.say({ say: "ping" })) return;
    this.#expectWordWithin(PATIENCE);
  }

  #expectWordWithin(time: number): void {
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#retry(), time);
  }

  #retry(): void {
    this.#drop();
    if (this.#ended) return;
    getDefaultStore().set(connectionAtom, "reconnecting");
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
    this.#welcomed = false;
  }

  /** The network or the person is back: no need to wait, but a line that slept may be dead. */
  #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#timer) {
      this.#attempt = 0;
      this.#connect();
    } else if (this.#welcomed) this.#ping();
  };

  #doubt = (): void => {
    if (this.#welcomed) this.#ping();
  };
}
