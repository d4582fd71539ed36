/** Little pokes within one company: something was put where somebody else takes it up. What matters is in the database. */
export interface SignalMap {
  /** Something to send was stored for a connection. */
  outbox: { connectionId: number };
  /** Something is to be told to a webhook. */
  webhooks: Record<never, never>;
  /** A device is to be told something. */
  push: Record<never, never>;
  /** The API has accepted something. */
  api: Record<never, never>;
  /** A campaign has something to do at once; or some have moved, and screens are to see it soon. */
  campaigns: { moved?: readonly number[] };
  /** The numbers of a list are to be checked. */
  listChecks: Record<never, never>;
  /** Meta told something of a connection. */
  graph: { connectionId: number };
  /** A file is to be fetched. */
  media: Record<never, never>;
  /** A visitor's open widgets, or all of a connection's, have something to show. */
  visitors: VisitorSignal;
}

/** Messages of a chat that are other than before, by their ids at the network; somebody who types; who serves; the end. */
export type VisitorSignal =
  & { connectionId: number }
  & ({ jid: string; wids: readonly string[] } | { jid: string; typing: boolean } | { jid: string; isTaken: true } | {
    isClosed: true;
  });

export class Signals {
  readonly #listeners = new Map<keyof SignalMap, Set<(what: never) => void>>();

  on<N extends keyof SignalMap>(name: N, listener: (what: SignalMap[N]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as never);
    return () => void listeners.delete(listener as never);
  }

  emit<N extends keyof SignalMap>(name: N, what: SignalMap[N]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(what as never);
  }
}
