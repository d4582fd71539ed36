import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** Work that ends when it is let go, in a room for two at once with two who wait. */
function aRoom() {
  const turns = new Turns({ atOnce: 2, mostWaiting: 2 });
  const begun: string[] = [], ends = new Map<string, () => void>();
  const take = (name: string, goesFirst = false, from = "here") =>
    turns.take(() => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    }, { goesFirst, from });
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { take, begun, end };
}

test("two work at once, those who are known go before the others, and one too many is sent away at once", async () => {
  const { take, begun, end } = aRoom();
  const all = ["a", "b", "c", "d"].map((name) => take(name));
  expect(begun).toEqual(["a", "b"]);
  expect(await take("one too many")).toBeUndefined();
  const known = take("known", true);
  await end("b");
  expect(begun).toEqual(["a", "b", "known"]);
  for (const name of ["a", "known", "c", "d"]) await end(name);
  expect([...await Promise.all(all), await known]).toEqual(["a", "b", "c", "d", "known"]);
  void take("later");
  expect(begun).toEqual(["a", "b", "known", "c", "d", "later"]);
});

test("places take turns, and in a full line who comes from elsewhere has the last place of a crowd", async () => {
  const { take, begun, end } = aRoom();
  const crowd = ["a", "b", "c", "d"].map((name) => take(name));
  const other = take("other", false, "elsewhere");
  expect(await crowd[3]).toBeUndefined();
  expect(await take("e")).toBeUndefined();
  await end("a");
  await end("b");
  expect(begun).toEqual(["a", "b", "c", "other"]);
  await end("c");
  await end("other");
  expect(await other).toBe("other");
});

test("work that fails hands its turn on all the same", async () => {
  const turns = new Turns({ atOnce: 1, mostWaiting: 1 });
  const bad = turns.take(() => Promise.reject(new Error("no"))), good = turns.take(() => Promise.resolve("yes"));
  await expect(bad).rejects.toThrow("no");
  expect(await good).toBe("yes");
  expect(await turns.take(() => Promise.resolve("again"))).toBe("again");
});
