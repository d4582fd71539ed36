import { expect, onTestFinished, test } from "vitest";
import { until } from "../testing/fixtures.ts";
import { mediaKey, readKey, walKey } from "./keys.ts";
import { Ledger } from "./ledger.ts";
import type { Target } from "./targets/target.ts";
import { Uploader } from "./uploader.ts";

/** A place that keeps what it is given when it is told to; answers the keys that it is being given, and those it has. */
function aSlowPlace() {
  const waiting = new Map<string, () => void>(), kept: string[] = [];
  const target: Target = {
    async put(key) {
      if (readKey(key)) await new Promise<void>((resolve) => waiting.set(key, resolve));
      kept.push(key);
    },
    async *get() {},
    has: async (key) => kept.includes(key),
    list: async (prefix) => kept.filter((key) => key.startsWith(prefix)).map((key) => ({ key, size: 1 })),
    remove: async () => {},
  };
  return {
    target,
    underWay: () => [...waiting.keys()].map(told).sort(),
    keep(which: string): void {
      const [key, resolve] = [...waiting].find(([key]) => told(key) === which)!;
      waiting.delete(key);
      resolve();
    },
  };
}

/** A piece by its company and where it begins, media by its company. */
function told(key: string): string {
  const named = readKey(key)!;
  return named.what === "wal" ? `${named.companyId}: ${named.from}` : `${named.companyId}: ${named.what}`;
}

test("pieces of one file go one after the other; other companies' and media go meanwhile", async () => {
  const folder = await Deno.makeTempDir({ prefix: "balcao-uploader-" }), ledger = new Ledger(folder);
  onTestFinished(async () => {
    ledger.close();
    await Deno.remove(folder, { recursive: true });
  });
  const piece = (companyId: number, from: number) => {
    const rest = { generation: 1, previous: 0, from, to: from + 1, at: from + 1, isLast: false };
    Deno.writeTextFileSync(`${ledger.spool}/${companyId}-${from}`, "bytes");
    const stored = { source: { spool: `${companyId}-${from}` }, bytes: 5, takenAt: 1 };
    ledger.add({ companyId, key: walKey({ companyId, ...rest }), ...stored }, [1]);
  };
  for (const from of [0, 1, 2]) piece(2, from);
  Deno.writeTextFileSync(`${folder}/photo`, "bytes");
  const photo = { key: mediaKey(2, "a".repeat(64)), source: { media: "photo" }, bytes: 5, takenAt: 1 };
  ledger.add({ companyId: 2, ...photo }, [1]);
  piece(3, 0);
  const place = aSlowPlace();
  const uploader = new Uploader(
    { id: 1, kind: "s3", target: place.target, createdAt: 0 },
    ledger,
    new Uint8Array(32),
    () => folder,
  );
  uploader.wake();
  await until(() => place.underWay().length === 3);
  expect(place.underWay()).toEqual(["2: 0", "2: media", "3: 0"]);
  // One that takes long keeps nobody back.
  place.keep("2: 0");
  await until(() => place.underWay().includes("2: 1"));
  expect(place.underWay()).toEqual(["2: 1", "2: media", "3: 0"]);
  for (const one of ["2: media", "3: 0"]) place.keep(one);
  for (const from of [1, 2]) {
    await until(() => place.underWay().length === 1);
    expect(place.underWay()).toEqual([`2: ${from}`]);
    place.keep(`2: ${from}`);
  }
  await uploader.close();
  expect(ledger.owedTo(1, 10)).toEqual([]);
});

test("what a store has answered without a word stands in the accounts by its number", async () => {
  const folder = await Deno.makeTempDir({ prefix: "balcao-uploader-" }), ledger = new Ledger(folder);
  onTestFinished(async () => {
    ledger.close();
    await Deno.remove(folder, { recursive: true });
  });
  const bare = Object.assign(new Error("UnknownError"), { name: "UnknownError", $metadata: { httpStatusCode: 500 } });
  const target = { ...aSlowPlace().target, list: () => Promise.reject(bare) };
  const uploader = new Uploader({ id: 1, kind: "s3", target, createdAt: 0 }, ledger, new Uint8Array(32), () => folder);
  await uploader.caughtUp();
  expect(uploader.fault).toBe("it answers with the HTTP status 500, and no more");
  await uploader.close();
});
