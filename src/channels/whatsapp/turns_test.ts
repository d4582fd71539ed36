import { expect, test } from "vitest";
import { inTurns, type KeyStore } from "./turns.ts";

type Values = Record<string, Record<string, unknown>>;

/** A store in memory that notes what each `set` brings, and fails while it is told to. */
function aStore() {
  const all: Values = {}, sets: Values[] = [], is = { broken: false };
  const store = {
    get: (type: string, ids: string[]) =>
      Object.fromEntries(ids.flatMap((id) => all[type]?.[id] == null ? [] : [[id, all[type]![id]]])),
    set(data: Values) {
      if (is.broken) throw new Error("disk full");
      sets.push(data);
      for (const type in data) Object.assign(all[type] ??= {}, data[type]);
    },
  };
  return { all, sets, is, ...inTurns(store as unknown as KeyStore) };
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Counts one up, with a pause in the middle, in which another piece of work would spoil it. */
const countUp = ({ keys }: ReturnType<typeof aStore>, id = "n", wait = pause) => async () => {
  const { [id]: was } = await keys.get("session", [id]) as unknown as Record<string, number>;
  await wait();
  await keys.set({ session: { [id]: ((was ?? 0) + 1) as never } });
  return (was ?? 0) + 1;
};

test("work is done one piece after the other, each sees what the one before has changed, and all is stored", async () => {
  const store = aStore();
  expect(await Promise.all([1, 2, 3].map(() => store.take(countUp(store))))).toEqual([1, 2, 3]);
  expect(store.all.session).toEqual({ n: 3 });
});

test("what waits at the same time is stored together, and counts as done only then", async () => {
  const store = aStore();
  const done: string[] = [];
  const each = ["a", "b", "c"].map((id) =>
    store.take(countUp(store, id)).then(() => done.push(`${id} with ${store.sets.length} stored`))
  );
  await Promise.all(each);
  expect(store.sets).toEqual([{ session: { a: 1, b: 1, c: 1 } }]);
  expect(done).toEqual(["a with 1 stored", "b with 1 stored", "c with 1 stored"]);
  await store.take(() => Promise.resolve());
  expect(store.sets).toHaveLength(1);
});

test("a crowd is stored in portions", async () => {
  const store = aStore();
  await Promise.all(Array.from({ length: 100 }, (_, nth) => store.take(countUp(store, String(nth)))));
  expect(store.sets.map(({ session }) => Object.keys(session!).length)).toEqual([32, 32, 32, 4]);
});

test("work that fails leaves nothing behind, and does not take the others with it", async () => {
  const store = aStore();
  const [one, failed, other] = await Promise.allSettled([
    store.take(countUp(store)),
    store.take(async () => {
      await countUp(store)();
      throw new Error("cannot be read");
    }),
    store.take(countUp(store)),
  ]);
  expect([one, other]).toMatchObject([{ value: 1 }, { value: 2 }]);
  expect(failed).toMatchObject({ reason: { message: "cannot be read" } });
  expect(store.all.session).toEqual({ n: 2 });
});

test("what cannot be stored counts as done for nobody, and is gone for the next", async () => {
  const store = aStore();
  store.is.broken = true;
  const both = await Promise.allSettled([store.take(countUp(store)), store.take(countUp(store))]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  store.is.broken = false;
  expect(await store.take(countUp(store))).toBe(1);
});

test("what was removed is not there for the next, and a part of a turn is no turn of its own", async () => {
  const store = aStore();
  await store.take(countUp(store));
  const removal = store.take(async () => {
    expect(store.keys.isInTransaction()).toBe(true);
    await store.keys.transaction(async () => await store.keys.set({ session: { n: null } }));
  });
  const next = store.take(async (
    { before },
  ) => [await store.keys.get("session", ["n"]), await before("session", ["n"])]);
  expect([await removal, await next]).toEqual([undefined, [{}, {}]]);
  expect(store.keys.isInTransaction()).toBe(false);
});

test("two stores take turns with each other", async () => {
  const one = aStore(), other = aStore(), order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await pause();
    order.push(`${name} ends`);
  };
  await Promise.all([one.take(work("one")), other.take(work("other"))]);
  expect(order).toEqual(["one begins", "one ends", "other begins", "other ends"]);
});

const atOnce = (store: ReturnType<typeof aStore>, id = "n") => countUp(store, id, () => Promise.resolve(undefined));

test("work that is done ahead counts at once, and is stored with what comes right after it", async () => {
  const store = aStore();
  expect(await store.takeAhead(atOnce(store))).toBe(1);
  expect([store.sets, store.isStored(), store.unstored("session", "n")]).toEqual([[], false, 1]);
  expect(await store.keys.get("session", ["n", "x"])).toEqual({ n: 1 });
  const others = [store.takeAhead(atOnce(store)), store.takeAhead(atOnce(store, "m"))];
  expect(await Promise.all(others)).toEqual([2, 1]);
  await store.stored();
  expect([store.sets, store.isStored(), store.unstored("session", "n")]).toEqual([
    [{ session: { n: 2, m: 1 } }],
    true,
    undefined,
  ]);
});

test("work that is done ahead is stored before what is set beside it, and with what waits to be stored", async () => {
  const store = aStore();
  await store.takeAhead(atOnce(store));
  await store.keys.set({ session: { n: null } });
  expect(store.sets).toEqual([{ session: { n: 1 } }, { session: { n: null } }]);
  await store.takeAhead(atOnce(store));
  await store.take(atOnce(store, "m"));
  expect(store.sets.slice(2)).toEqual([{ session: { n: 1, m: 1 } }]);
});

test("who is who is seen at once, parts nothing, and is stored along with what is done around it", async () => {
  const store = aStore(), known = { "lid-mapping": { ana: "123" } }, atOnce = () => Promise.resolve();
  await store.takeAhead(countUp(store, "a", atOnce));
  await store.keys.set(known);
  await store.takeAhead(countUp(store, "b", atOnce));
  expect([await store.keys.get("lid-mapping", ["ana"]), store.sets]).toEqual([{ ana: "123" }, []]);
  await store.stored();
  expect(store.sets).toEqual([{ session: { a: 1, b: 1 }, ...known }]);
  await store.keys.set({ "lid-mapping": { bia: "456" } });
  expect(store.isStored()).toBe(false);
  await store.stored();
  expect(store.sets[1]).toEqual({ "lid-mapping": { bia: "456" } });
});

test("what is stored in the middle of a turn takes nothing of it", async () => {
  const store = aStore();
  await store.takeAhead(countUp(store));
  const next = store.takeAhead(async () => {
    const counted = await countUp(store)();
    store.storeNow();
    return counted;
  });
  expect([await next, store.all.session]).toEqual([2, { n: 1 }]);
  await store.stored();
  expect(store.all.session).toEqual({ n: 2 });
});

test("a flood that is done ahead is stored in portions", async () => {
  const store = aStore();
  await Promise.all(
    Array.from({ length: 70 }, (_, nth) => store.takeAhead(() => store.keys.set(sessionOf(nth)) as Promise<void>)),
  );
  await store.stored();
  expect(store.sets.map(({ session }) => Object.keys(session!).length)).toEqual([32, 32, 6]);
});
const sessionOf = (nth: number) => ({ session: { [nth]: nth as never } });

test("what was done ahead and cannot be stored is counted as lost, and so is what stands on it", async () => {
  const store = aStore();
  await store.takeAhead(countUp(store));
  store.is.broken = true;
  const next = store.takeAhead(async () => {
    await countUp(store)();
    store.storeNow();
  });
  await expect(next).rejects.toThrow("disk full");
  expect([store.lost(), store.isStored()]).toEqual([1, true]);
  store.is.broken = false;
  expect(await store.take(countUp(store))).toBe(1);
});
