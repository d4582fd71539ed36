import { expect, test } from "vitest";
import { type Days, daysBack, KEPT, toDelete } from "./keep.ts";
import { baseKey, readKey, walKey } from "./keys.ts";
import { planTo, type Restorable } from "./restore.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR, YEAR = 365 * DAY;
const NOW = Date.parse("2026-11-20T14:00:00Z");

/** So many days, each of them lived through, until now. */
const lived = (days: number, now = NOW): Days => ({
  now,
  counted: Array.from({ length: days }, (_, nth) => now - nth * DAY),
});
const piece = (generation: number, at: number, previous = generation - DAY) =>
  walKey({ companyId: 2, generation, previous, from: 0, to: 100, at, isLast: true });
const base = (at: number) => baseKey(2, at);
/** A base each day at ten in the morning, so many days back, and a piece that ends its generation at noon. */
const daily = (days: number) =>
  Array.from({ length: days }, (_, nth) => NOW - 4 * HOUR - nth * DAY).flatMap((
    at,
  ) => [base(at), piece(at, at + 2 * HOUR)]);

test.each<[string, string[], Days, number[]]>([
  ["a single base goes never", [base(NOW - YEAR)], lived(60), [NOW - YEAR]],
  ["nor does the newest, however old", [base(NOW - 2 * YEAR), base(NOW - YEAR)], lived(60), [NOW - YEAR]],
  ["what was taken within the day stays", [base(NOW - 3 * HOUR), base(NOW - HOUR)], lived(60), [
    NOW - 3 * HOUR,
    NOW - HOUR,
  ]],
  ["before anything is a day old nothing goes", daily(2).slice(0, 2), lived(1), [NOW - 4 * HOUR]],
])("%s", (_, keys, days, bases) => {
  const gone = new Set(toDelete(keys, days, KEPT));
  expect(restorable(keys.filter((key) => !gone.has(key))).bases).toEqual(bases);
});

test("of ninety days nine daily bases and those of five Sundays stay, and only the last two days' pieces", () => {
  const keys = daily(90), gone = new Set(toDelete(keys, lived(90), KEPT));
  const left = keys.filter((key) => !gone.has(key)).map((key) => readKey(key)!);
  const days = left.filter(({ what }) => what === "base")
    .map((one) => new Date((one as { generation: number }).generation).toISOString().slice(5, 10)).sort();
  expect(days).toEqual([
    "10-25",
    "11-01",
    "11-08",
    "11-12",
    "11-13",
    "11-14",
    "11-15",
    "11-16",
    "11-17",
    "11-18",
    "11-19",
    "11-20",
  ]);
  expect(left.filter(({ what }) => what === "wal")).toHaveLength(3);
});

test("nothing else is deleted, whatever lies there", () => {
  const others = ["v1/2/media/ab/cd", "v1/0/server.key", "v1/2/names/0000000000001", "photos/cat.jpg"];
  expect(toDelete([...others, ...daily(90)], lived(90), KEPT).filter((key) => others.includes(key))).toEqual([]);
});

test.each([["ahead", YEAR], ["back", -YEAR]])(
  "a clock that jumps a year %s deletes nothing that is promised",
  (_, jump) => {
    const keys = daily(40), { counted } = lived(40), now = NOW + jump;
    const left = new Set(keys);
    // And neither does it when it is right again.
    for (const days of [{ now, counted: [...counted, now] }, { now: NOW, counted: [...counted, now] }]) {
      for (const key of toDelete([...left], days, KEPT)) left.delete(key);
      for (const at of promised(NOW)) expect(wayTo(left, at)?.base).toBe(wayTo(keys, at)?.base);
      for (let at = NOW; at >= NOW - DAY; at -= HOUR) expect(wayTo(left, at)).toEqual(wayTo(keys, at));
    }
  },
);

test("days count only as far as they were lived through", () => {
  expect(daysBack(lived(3), 7)).toBe(-Infinity);
  expect(daysBack(lived(60), 7)).toBe(NOW - 8 * DAY);
  expect(daysBack({ now: NOW, counted: [NOW - 100 * DAY, NOW - DAY, NOW] }, 1)).toBe(NOW - 100 * DAY);
});

/** The same numbers each time: a failure comes again. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const restorable = (keys: Iterable<string>): Restorable => {
  const all: Restorable = { companyId: 2, bases: [], pieces: [] };
  for (const key of [...keys].sort()) {
    const named = readKey(key)!;
    if (named.what === "base") all.bases.push(named.generation);
    if (named.what === "wal") all.pieces.push({ ...named, key });
  }
  return all;
};

/** What leads to a moment: `used` is the same only when it comes to the same content. */
const wayTo = (keys: Iterable<string>, at: number) => planTo(restorable(keys), at);

test.each(Array.from({ length: 40 }, (_, nth) => [nth]))(
  "after any days every promised moment is reached as if nothing had gone (%i)",
  (seed) => {
    const random = dice(seed), all = new Set<string>(), kept = new Set<string>(), counted: number[] = [];
    let now = NOW, generation = NOW, previous = 0;
    const add = (key: string) => void (all.add(key), kept.add(key));
    add(base(now));
    for (let day = 0; day < 70; day++) {
      const midnight = now, isOff = random() < 0.15;
      for (let nth = Math.floor(random() * 6); nth > 0 && !isOff; nth--) {
        now += 1 + Math.floor(random() * 4 * HOUR);
        add(piece(generation, now, previous));
        previous = generation;
        generation = now += 1;
        // By night, and now and then because the chain was broken.
        if (random() < 0.35) add(base(generation));
      }
      now = midnight + DAY + Math.floor(random() * HOUR);
      generation = Math.max(generation, 0);
      if (isOff || random() < 0.2) continue;
      counted.push(now);
      const gone = toDelete([...kept], { now, counted }, KEPT);
      // The process may die at any place of it, and goes on another day.
      for (const key of gone.slice(0, random() < 0.3 ? Math.floor(random() * gone.length) : undefined)) {
        kept.delete(key);
      }
      const whole = restorable(all), rest = restorable(kept);
      for (const at of promised(now)) {
        const before = planTo(whole, at), after = planTo(rest, at);
        // To compare by `expect` costs a hundred times as much as the plan: it is asked where it would fail.
        const isAsPromised = before?.base === after?.base && before?.gap === after?.gap &&
          (at < now - DAY || JSON.stringify(before) === JSON.stringify(after));
        if (isAsPromised) continue;
        expect([after?.base, after?.gap], new Date(at).toISOString()).toEqual([before?.base, before?.gap]);
        expect(after, new Date(at).toISOString()).toEqual(before);
      }
    }
    expect(kept.size).toBeLessThan(all.size / 2 + 20);
  },
);

/** By the rules as people read them. */
function promised(now: number): number[] {
  const moments: number[] = [];
  for (let at = now; at >= now - DAY; at -= 7 * 60_000) moments.push(at);
  const midnight = Math.floor(now / DAY) * DAY;
  for (let at = midnight; at >= now - 7 * DAY; at -= DAY) moments.push(at);
  for (let at = midnight; at >= now - 28 * DAY; at -= DAY) if (new Date(at).getUTCDay() === 1) moments.push(at);
  return moments;
}
