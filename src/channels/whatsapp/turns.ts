import { AsyncLocalStorage } from "node:async_hooks";
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
}

interface Waiting {
  run(group: Values): Promise<void>;
  settle(failure?: unknown): void;
}

/**
 * A store on which all work is done one piece after the other, and stored before it counts as done. Pieces that wait at
 * the same time are stored together: a commit costs more than most of them.
 */
export function inTurns(store: SignalKeyStore): Turns {
  const current = new AsyncLocalStorage<Turn>();
  const wait = inGroups((group) => store.set(group as SignalDataSet));

  async function read(layers: Values[], type: string, ids: string[]): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {}, missing: string[] = [];
    for (const id of ids) {
      const layer = layers.find((each) => each[type] && id in each[type]);
      if (!layer) missing.push(id);
      else if (layer[type]![id] != null) found[id] = layer[type]![id];
    }
    return missing.length > 0 ? Object.assign(found, await store.get(type as never, missing)) : found;
  }

  function take<T>(work: (turn: Turn) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      wait({
        async run(group) {
          const turn = { changed: {}, before: (type: string, ids: string[]) => read([group], type, ids) } as Turn;
          layersOf.set(turn, [turn.changed, group]);
          result = await current.run(turn, () => work(turn));
          merge(group, turn.changed);
        },
        settle: (failure) => failure === undefined ? resolve(result) : reject(failure),
      });
    });
  }

  const layersOf = new WeakMap<Turn, Values[]>();
  const keys = {
    get(type: string, ids: string[]) {
      const turn = current.getStore();
      return turn ? read(layersOf.get(turn)!, type, ids) : store.get(type as never, ids);
    },
    set(data: SignalDataSet) {
      const turn = current.getStore();
      return turn ? merge(turn.changed, data as Values) : store.set(data);
    },
    isInTransaction: () => current.getStore() !== undefined,
    transaction: <T>(work: () => Promise<T>, key?: string) =>
      current.getStore() || key === WITHOUT_TURN ? work() : take(work),
  };
  return { keys: keys as Turns["keys"], take };
}

/** Lets work wait for its turn; what is waiting when a turn begins is stored as one group. */
function inGroups(store: (group: Values) => unknown): (next: Waiting) => void {
  const waiting: Waiting[] = [];
  let isCalled = false;

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
    const group: Values = {}, done: Waiting[] = [];
    while (waiting.length > 0 && done.length < MOST_IN_A_GROUP) {
      const next = waiting.shift()!;
      await next.run(group).then(() => done.push(next), next.settle);
    }
    try {
      if (Object.keys(group).length > 0) await store(group);
      for (const { settle } of done) settle();
    } catch (error) {
      for (const { settle } of done) settle(error ?? new Error("Not stored"));
    }
  }

  return (next) => {
    waiting.push(next);
    call();
  };
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
