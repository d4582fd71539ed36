import { atom, getDefaultStore } from "jotai";
import type { ClientFrame, EventName, Events } from "../src/contract/events.ts";
import { Line } from "./live_line.ts";

/** `reconnecting` from the moment the way to the server is lost until it is back. */
export const connectionAtom = atom<"online" | "reconnecting">("online");

/** Why the server does not serve this company at the moment, as an error code; null while it does, or does not answer. */
export const outageAtom = atom<Outage | null>(null);
/** What is no matter of the way to the server. */
export const OUTAGES = ["ERR_COMPANY_UNAVAILABLE", "ERR_SERVER_UNAVAILABLE"] as const;
type Outage = typeof OUTAGES[number];

/** Lists wait this long (ms) for the line, so that nothing falls between what they read and what it tells. */
const SUBSCRIBE_WITHIN = 700;

type Handler = (payload: never) => void;
const handlers = new Map<string, Set<Handler>>();
const resyncs = new Set<() => void>();
const returns = new Set<() => void>();
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

/** Called when the way to the server is back after it was lost: what did not come without it is asked for again. */
export function onReturn(handler: () => void): () => void {
  returns.add(handler);
  return () => void returns.delete(handler);
}

/** Lets everything on the screen be read anew: what this person may see is another thing now. */
export function resync(): void {
  for (const one of resyncs) one();
}

/** Tells the server what is being looked at, now and after every reconnect, until the returned function is called. */
export function join(room: Extract<ClientFrame, { say: "joinTickets" | "joinChatBox" }>): () => void {
  rooms.add(room);
  line?.say(room);
  return () => {
    rooms.delete(room);
    if (room.say === "joinChatBox") line?.say({ say: "leaveChatBox", ticketId: room.ticketId });
  };
}

/** Says something that matters only now: nothing is kept for when the line is back. */
export function tellServer(frame: Extract<ClientFrame, { say: "typing" | "joinChatBox" }>): void {
  line?.say(frame);
}

interface Subscribing {
  promise: Promise<void>;
  resolve(): void;
  /** The lists could not wait any longer. */
  isLate: boolean;
}

let line: Line | undefined;
let subscribing: Subscribing | undefined;

/** Opens this tab's line to the events of a company; `ended` is called when the server does not know the session. */
export function openLine(companyId: number, ended: () => void): void {
  closeLine();
  const mine: Subscribing = { ...Promise.withResolvers<void>(), isLate: false };
  subscribing = mine;
  const patience = setTimeout(() => {
    mine.isLate = true;
    mine.resolve();
  }, SUBSCRIBE_WITHIN);
  line = new Line({
    welcomed(missed) {
      const wasLost = getDefaultStore().get(connectionAtom) === "reconnecting";
      show("online");
      for (const room of rooms) line?.say(room);
      if (missed === "all" || mine.isLate) resync();
      if (wasLost) { for (const one of returns) one(); }
      // From here on the line catches up by itself.
      clearTimeout(patience);
      mine.isLate = false;
      mine.resolve();
    },
    heard: (name, payload) => tell(companyId, name, payload),
    lost: () => show("reconnecting"),
    refused: (error) => getDefaultStore().set(outageAtom, OUTAGES.find((one) => one === error) ?? null),
    ended,
  });
}

export function closeLine(): void {
  line?.end();
  line = subscribing = undefined;
  show("online");
}

/** Waits until events are being heard, but not for long: what is read after it cannot miss a change. */
export function subscribed(): Promise<void> {
  return subscribing?.promise ?? Promise.resolve();
}

function tell(companyId: number, wireName: string, payload: unknown): void {
  const own = `company-${companyId}-`;
  if (!wireName.startsWith(own)) return;
  for (const handler of handlers.get(wireName.slice(own.length)) ?? []) handler(payload as never);
}

function show(state: "online" | "reconnecting"): void {
  if (state === "online") getDefaultStore().set(outageAtom, null);
  getDefaultStore().set(connectionAtom, state);
}
