import { type EventName, type Events, placeOf } from "../contract/events.ts";
import type { Person } from "../contract/permissions.ts";
import { log } from "./log.ts";

export type Audience = (person: Person) => boolean;

/**
 * Why a screen is let go: its login has ended, or lacks a second factor; its company has not paid; or it, or all, cannot be
 * served any more.
 */
export type EndReason =
  | "ERR_SESSION_EXPIRED"
  | "ERR_SECOND_FACTOR_REQUIRED"
  | "ERR_SUBSCRIPTION_EXPIRED"
  | "ERR_COMPANY_UNAVAILABLE"
  | "ERR_COMPANY_MOVED"
  | "ERR_SERVER_UNAVAILABLE";

export interface Listener {
  person: Person;
  sessionId: string;
  /** The only events that it gets; all where this is left out. */
  only?: ReadonlySet<string>;
  /** What it has before it: of narrow events it gets those about these alone; all where it cannot say. */
  lists?: ReadonlySet<number>;
  send(event: Published): void;
  /** Ends it from this side, with the reason that the browser shows. */
  close(reason: EndReason): void;
}

/** One event as it went by: kept for a while for those who were away. */
export interface Published {
  nth: number;
  name: EventName;
  payload: Events[EventName];
  to: Audience;
  /** Of a narrow event, what it is about. */
  place?: number;
  /** The frame as text, made once however many listeners get it. */
  text?: string;
}

const REMEMBERED = 500;

/** The open screens of one company. Nothing here can reach another company. */
export class Hub {
  readonly #listeners = new Set<Listener>();
  /** How many screens each person has open. */
  readonly #screens = new Map<number, number>();
  #past: Published[] = [];
  #nth = 0;
  /** Marks of an earlier process mean nothing to this one. */
  readonly epoch = crypto.randomUUID().slice(0, 8);

  /** Where the stream of events stands now. */
  get at(): string {
    return `${this.epoch}.${this.#nth}`;
  }

  get listeners(): ReadonlySet<Listener> {
    return this.#listeners;
  }

  join(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#count(listener, +1);
    return () => this.#leave(listener);
  }

  #leave(listener: Listener): void {
    if (this.#listeners.delete(listener)) this.#count(listener, -1);
  }

  #count({ person }: Listener, change: number): void {
    const screens = (this.#screens.get(person.id) ?? 0) + change;
    if (screens > 0) this.#screens.set(person.id, screens);
    else this.#screens.delete(person.id);
  }

  publish<N extends EventName>(name: N, payload: Events[N], to: Audience = everyone): void {
    const event: Published = { nth: ++this.#nth, name, payload, to, place: placeOf(name, payload) };
    this.#past.push(event);
    if (this.#past.length > REMEMBERED * 2) this.#past = this.#past.slice(-REMEMBERED);
    for (const listener of this.#listeners) {
      if (isFor(listener, event)) this.#say(listener, event);
    }
  }

  /** Publishes what is worth nothing a moment later: it has no place in the stream, and who is away never gets it. */
  pass<N extends EventName>(name: N, payload: Events[N], to: Audience): void {
    const event: Published = { nth: this.#nth, name, payload, to, place: placeOf(name, payload) };
    for (const listener of this.#listeners) {
      if (isFor(listener, event)) this.#say(listener, event);
    }
  }

  /** A listener that fails keeps the event from no other; its screen catches up when it comes back. */
  #say(listener: Listener, event: Published): void {
    try {
      listener.send(event);
    } catch (error) {
      this.#leave(listener);
      log.warn("An event could not be sent to a screen", { error });
    }
  }

  /** The events after `mark`, or nothing when that is too long ago to know. */
  since(mark: string): Published[] | undefined {
    const [epoch, nth] = mark.split(".");
    const after = Number(nth);
    if (epoch !== this.epoch || !Number.isSafeInteger(after) || after > this.#nth) return undefined;
    const oldest = this.#past[0]?.nth ?? this.#nth + 1;
    return after + 1 < oldest ? undefined : this.#past.filter((event) => event.nth > after);
  }

  /** Somebody may see other things from now on, so their subscriptions are checked anew. */
  update(id: number, rights: Pick<Person, "profile" | "queueIds">): void {
    for (const listener of this.#listeners) {
      if (listener.person.id === id) listener.person = { ...listener.person, ...rights };
    }
  }

  endSession(sessionId: string): void {
    for (const listener of this.#listeners) {
      if (listener.sessionId === sessionId) listener.close("ERR_SESSION_EXPIRED");
    }
  }

  closeAll(reason: EndReason): void {
    for (const listener of this.#listeners) listener.close(reason);
  }

  isPresent(userId: number): boolean {
    return this.#screens.has(userId);
  }
}

const everyone: Audience = () => true;

/** Whether a screen gets an event. */
export function isFor(
  { person, only, lists }: Pick<Listener, "person" | "only" | "lists">,
  { name, to, place }: Published,
): boolean {
  return (!only || only.has(name)) && (!lists || place === undefined || lists.has(place)) && to(person);
}
