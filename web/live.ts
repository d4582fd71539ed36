import { atom, getDefaultStore } from "jotai";
import { type ClientFrame, type EventName, type Events, TOLD_TO_ALL } from "../src/contract/events.ts";
import { noteComeback } from "./comebacks.ts";
import { EventStream } from "./event_stream.ts";
import { forgetReading } from "./keptFiles.ts";

/** `reconnecting` from the moment the way to the server is lost until it is back. */
export const connectionAtom = atom<"online" | "reconnecting">("online");

/** What one sees without a way to the server: of when it is (ms since 1970), and whether that is nothing but tickets. */
interface Seen {
  at: number;
  isOnlyTickets: boolean;
}

/** Once that is worth saying; null with a way to the server. */
export const seenAtom = atom<Seen | null>(null);

/** Why the server does not serve this company at the moment, as an error code; null while it does, or does not answer. */
export const outageAtom = atom<Outage | null>(null);
/** What is no matter of the way to the server. */
export const OUTAGES = ["ERR_COMPANY_UNAVAILABLE", "ERR_SERVER_UNAVAILABLE", "ERR_MAINTENANCE"] as const;
type Outage = typeof OUTAGES[number];
/** What its people have to do something about: pay, set up a second factor, go where their company has gone. */
const OWING: readonly string[] = ["ERR_SUBSCRIPTION_EXPIRED", "ERR_SECOND_FACTOR_REQUIRED", "ERR_COMPANY_MOVED"];

/** Lists wait this long (ms) for the stream, so that no event falls between what they read and its start. */
const SUBSCRIBE_WITHIN = 700;

type Handler = (payload: never) => void;
const handlers = new Map<string, Set<Handler>>();
const resyncs = new Set<() => void>();
const returns = new Set<() => void>();
const joined = new Set<ClientFrame>();

/** Calls the handler with each such event until the returned function is called. */
export function onEvent<N extends EventName>(name: N, handler: (payload: Events[N]) => void): () => void {
  const those = handlers.get(name) ?? new Set();
  handlers.set(name, those.add(handler as Handler));
  return () => void those.delete(handler as Handler);
}

/** Called when too many events were missed to be sent again: whatever is on the screen must be read anew. */
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

/** Subscribes to what is being looked at, now and after every reconnect, until the returned function is called. */
export function subscribe(
  frame: Extract<ClientFrame, { say: "joinTickets" | "joinChatBox" | "joinContactList" }>,
): () => void {
  joined.add(frame);
  stream?.say(frame);
  return () => {
    joined.delete(frame);
    if (frame.say === "joinChatBox") stream?.say({ say: "leaveChatBox", ticketId: frame.ticketId });
    if (frame.say === "joinContactList") {
      stream?.say({ say: "leaveContactList", contactListId: frame.contactListId });
    }
  };
}

/** Sends something that matters only now: nothing is kept for when the stream is back. */
export function sendToServer(
  frame: Extract<ClientFrame, { say: "typing" | "chatTyping" | "joinChatBox" | "attention" }>,
): void {
  stream?.say(frame);
}

interface Subscribing {
  promise: Promise<void>;
  resolve(): void;
  /** The lists could not wait any longer. */
  isLate: boolean;
}

let stream: EventStream | undefined;
/** Of which state of the company this screen is, by the server's word or as it was kept. */
let state: number | undefined;

/** Which state of the company one sees; nothing until the server has said it. */
export function shownState(): number | undefined {
  return state;
}

/** What one sees was kept, and is of this state. */
export function expectState(kept: number): void {
  state = kept;
}

let subscribing: Subscribing | undefined;

/** Opens this tab's stream of a company's events; `ended` is called when the server does not know the session,
 * `owes` when it asks for something before it goes on. With `after`, a place in the stream, nobody has to wait for it. */
export function openEvents(companyId: number, ended: () => void, owes: () => void, after?: string): void {
  closeEvents();
  const mine: Subscribing = { ...Promise.withResolvers<void>(), isLate: false };
  subscribing = mine;
  const patience = setTimeout(() => {
    mine.isLate = after === undefined;
    mine.resolve();
  }, after === undefined ? SUBSCRIBE_WITHIN : 0);
  stream = new EventStream({
    welcomed({ missed, state: present }) {
      // A company that was put back to another day: what was kept from the other one is of no day of this one.
      if (state !== undefined && state !== present) {
        forgetReading();
        return location.reload();
      }
      state = present;
      const wasLost = getDefaultStore().get(connectionAtom) === "reconnecting";
      show("online");
      for (const frame of joined) stream?.say(frame);
      if (missed === "all" || mine.isLate) resync();
      if (wasLost) {
        noteComeback();
        for (const one of returns) one();
      }
      // From here on the stream catches up by itself.
      clearTimeout(patience);
      mine.isLate = false;
      mine.resolve();
    },
    received: (name, payload) => publish(companyId, name, payload),
    lost: () => show("reconnecting"),
    refused: (error) => {
      getDefaultStore().set(outageAtom, OUTAGES.find((one) => one === error) ?? null);
      if (OWING.includes(error)) owes();
    },
    ended,
  }, after);
}

export function closeEvents(): void {
  stream?.end();
  stream = subscribing = state = undefined;
  show("online");
}

/** Waits until the stream has begun, but not for long: what is read after it cannot miss a change. */
export function subscribed(): Promise<void> {
  return subscribing?.promise ?? Promise.resolve();
}

function publish(companyId: number, wireName: string, payload: unknown): void {
  const own = `company-${companyId}-`;
  const name = wireName === `company-${TOLD_TO_ALL}`
    ? TOLD_TO_ALL
    // A narrow event has the number of what it is about behind its name.
    : wireName.startsWith(own) && wireName.slice(own.length).replace(/-\d+$/, "");
  for (const handler of (name && handlers.get(name)) || []) handler(payload as never);
}

function show(state: "online" | "reconnecting"): void {
  if (state === "online") {
    getDefaultStore().set(outageAtom, null);
    getDefaultStore().set(seenAtom, null);
  }
  getDefaultStore().set(connectionAtom, state);
}
