import type { Counted } from "./counted.ts";

/** What the runner knows of a company between two looks; all of it can be found again in its file. */
export interface Known {
  /** ms; before then there is nothing to do. */
  nextAt: number;
  /** ms; before then there is nothing to do unless something is written: the file need not even be open. */
  dueAt: number;
  /** How many writings there had been when something was looked for last. */
  writes: number;
  /** When something was looked for last (ms). */
  lookedAt: number;
  /** When the clock called last (ms). */
  calledAt: number;
  timer?: ReturnType<typeof setTimeout>;
  /** Connections whose outbox had run low and is being filled up again. */
  filling: Set<number>;
  /** When what happened was last noted (ms). */
  booksAt: number;
  /** Campaigns that screens have not seen as they are now, and when each was shown last. */
  unseen: Set<number>;
  seenAt: Map<number, number>;
  /** When each campaign was gone through thoroughly. */
  thoroughAt: Map<number, number>;
  /** Which campaign a connection served last, so that those that share it take turns. */
  lastOf: Map<number, number>;
  /** How much each connection has sent. */
  counted: Map<number, Counted>;
}

export function nothingKnown(): Known {
  return {
    nextAt: 0,
    dueAt: 0,
    writes: 0,
    lookedAt: 0,
    calledAt: 0,
    filling: new Set(),
    booksAt: 0,
    unseen: new Set(),
    seenAt: new Map(),
    thoroughAt: new Map(),
    lastOf: new Map(),
    counted: new Map(),
  };
}

/** By how much (ms) two clocks of one machine may differ; the clock was set back by more than that. */
const SKEW = 2000;

/** A clock that was set back holds up nothing: all that was to come at a certain time may come now. */
export function heedClock(known: Known, now: number): void {
  if (now >= known.lookedAt - SKEW) return;
  Object.assign(known, { nextAt: 0, dueAt: 0, booksAt: 0 });
  known.seenAt.clear();
  known.thoroughAt.clear();
  known.counted.clear();
}
