import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from "@whiskeysockets/baileys";

/** What is stored together at most: a crowd's answers share their commits, and none waits long for its own. */
const MOST_IN_A_GROUP = 32;

/** Under this name the library stores who is who. That touches no session, and a turn may be waiting for it. */
const WITHOUT_TURN = "lid-mapping";

/** Values by type and id; null is one that was removed. */
type Values = Record<string, Record<string, unknown>>;

/** One piece of work on the account's keys. What it changes is seen by itself at once, by others when it is done. */
export interface Turn {
  readonly changed: Values;
  /** The values as they were before this turn. */
  before<T extends keyof SignalDataTypeMap>(type: T, ids: string[]): Promise<{ [id: string]: SignalDataTypeMap[T] }>;
}

export interface Turns {
  keys: SignalKeyStore & {
    isInTransaction(): boolean;
    transaction<T>(work: () => Promise<T>, key?: string): Promise<T>;
  };
  /** Resolves when what the work has changed is stored; rejects, with nothing stored, when the work or the storing fails. */
  take<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
  /**
   * Resolves when the work is done; it is stored together with what else is done meanwhile, or comes right after it. Nobody
   * outside may be told of it before `stored`.
   */
  takeAhead<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
  /** What a turn has changed that is not stored yet. */
  unstored(type: string, id: string): unknown;
  /** Whether everything that counts as done is stored, or lost. */
  isStored(): boolean;
  /** Resolves when everything that counts as done by now is stored, or lost. */
  stored(): Promise<void>;
  /** How often something that counted as done could not be stored. */
  lost(): number;
  /** Stores at once what counts as done; false when that fails. */
  storeNow(): boolean;
}

/** Where the keys are kept; what is set is stored when it returns. */
export interface KeyStore {
  get: SignalKeyStore["get"];
  set(data: SignalDataSet): void;
}

interface Waiting {
  /** Answers what it has changed. */
  run(group: Values): Promise<Values>;
  settle(failure?: unknown): void;
  isAhead: boolean;
}

/**
 * A store on which all work is done one piece after the other, and stored before it counts as done, or before anybody is
 * told of it. Pieces that come at the same time are stored together: a commit costs more than most of them.
 */
export function inTurns(store: KeyStore): Turns {
  const current = new AsyncLocalStorage<Turn>();
  const groups = inGroups((group) => store.set(group as SignalDataSet));

  async function read(layers: Values[], type: string, ids: string[]): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {}, missing: string[] = [];
    for (const id of ids) {
      const layer = layers.find((each) => each[type] && id in each[type]);
      if (!layer) missing.push(id);
      else if (layer[type]![id] != null) found[id] = layer[type]![id];
    }
    return missing.length > 0 ? Object.assign(found, await store.get(type as never, missing)) : found;
  }

  function wait<T>(work: (turn: Turn) => Promise<T>, isAhead: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      groups.add({
        isAhead,
        async run(group) {
          const turn = { changed: {}, before: (type: string, ids: string[]) => read([group], type, ids) } as Turn;
          layersOf.set(turn, [turn.changed, group]);
          result = await current.run(turn, () => work(turn));
          return turn.changed;
        },
        settle: (failure) => failure === undefined ? resolve(result) : reject(failure),
      });
    });
  }

  const take: Turns["take"] = (work) => wait(work, false);
  const layersOf = new WeakMap<Turn, Values[]>();
  const keys = {
    get(type: string, ids: string[]) {
      const turn = current.getStore();
      return read(turn ? layersOf.get(turn)! : [groups.values], type, ids);
    },
    set(data: SignalDataSet) {
      const turn = current.getStore();
      if (turn) return merge(turn.changed, data as Values);
      // Each stranger brings one: with a commit of its own it would part what is stored together.
      if (Object.keys(data).every((type) => type === WITHOUT_TURN)) return groups.keep(data as Values);
      groups.storeNow();
      return store.set(data);
    },
    isInTransaction: () => current.getStore() !== undefined,
    transaction: <T>(work: () => Promise<T>, key?: string) =>
      current.getStore() || key === WITHOUT_TURN ? work() : take(work),
  };
  return {
    keys: keys as Turns["keys"],
    take,
    takeAhead: (work) => wait(work, true),
    unstored: (type, id) => groups.values[type]?.[id],
    isStored: groups.isStored,
    stored: groups.stored,
    lost: groups.lost,
    storeNow: groups.storeNow,
  };
}

/** Work that was done and is not stored. */
interface Group {
  values: Values;
  size: number;
  /** Those who wait for it to be stored. */
  waiting: Waiting[];
  /** Why it could not be stored. */
  lostBy?: unknown;
  over: PromiseWithResolvers<void>;
}

/** Lets work wait for its turn; what is done one after the other without a pause is stored as one group. */
function inGroups(store: (group: Values) => void) {
  const waiting: Waiting[] = [];
  let group = emptyGroup(), isCalled = false, lost = 0;

  function call(): void {
    if (isCalled) return;
    isCalled = true;
    void oneAfterTheOther(async () => {
      await doTogether();
      isCalled = false;
      if (waiting.length > 0) call();
    });
  }

  async function doTogether(): Promise<void> {
    while (waiting.length > 0 && group.size < MOST_IN_A_GROUP) {
      const next = waiting.shift()!;
      const began = group;
      await next.run(began.values).then((changed) => {
        // It stands on what was lost.
        if (began.lostBy) return next.settle(began.lostBy);
        done(next, changed);
      }, next.settle);
    }
    if (group.waiting.length > 0 || group.size >= MOST_IN_A_GROUP) storeNow();
  }

  function done(next: Waiting, changed: Values): void {
    // Not the group in which it began, where that was stored meanwhile.
    merge(group.values, changed);
    group.size++;
    if (!next.isAhead) return void group.waiting.push(next);
    if (group.size === 1) storeSoon(group, 0);
    next.settle();
  }

  /** In a flood each round of the event loop brings more: then when the group is full. */
  function storeSoon(which: Group, sizeBefore: number): void {
    setImmediate(() => {
      if (which !== group) return;
      if (which.size > sizeBefore) storeSoon(which, which.size);
      else storeNow();
    });
  }

  function storeNow(): boolean {
    if (group.size === 0) return true;
    const stored = group;
    group = emptyGroup();
    try {
      if (Object.keys(stored.values).length > 0) store(stored.values);
      for (const { settle } of stored.waiting) settle();
      return true;
    } catch (error) {
      stored.lostBy = error ?? new Error("Not stored");
      if (stored.size > stored.waiting.length) lost++;
      for (const { settle } of stored.waiting) settle(stored.lostBy);
      return false;
    } finally {
      stored.over.resolve();
    }
  }

  return {
    add(next: Waiting): void {
      waiting.push(next);
      call();
    },
    /** Stores these along with what is done meanwhile, or right after it. */
    keep(values: Values): void {
      merge(group.values, values);
      if (++group.size === 1) storeSoon(group, 0);
    },
    storeNow,
    stored: () => group.size > 0 ? group.over.promise : Promise.resolve(),
    get values() {
      return group.values;
    },
    isStored: () => group.size === 0,
    lost: () => lost,
  };
}

function emptyGroup(): Group {
  return { values: {}, size: 0, waiting: [], over: Promise.withResolvers() };
}

function merge(into: Values, values: Values): void {
  for (const type in values) Object.assign(into[type] ??= {}, values[type]);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Over all connections, because libsignal queues work by the customer's address alone, and would do one connection's
 * work within another one's turn.
 */
function oneAfterTheOther<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}
