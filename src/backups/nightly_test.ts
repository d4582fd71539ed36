import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { aBackedUp } from "../testing/backed_up.ts";
import { type S3Store, startS3Store } from "../testing/s3_store.ts";
import { readKey } from "./keys.ts";
import { planTo, restorableOf } from "./restore.ts";
import { folderTarget } from "./targets/folder.ts";
import { tidyRemoved } from "./tidy.ts";

const HOUR = 3_600_000;

async function aFolder(): Promise<string> {
  const folder = await Deno.makeTempDir();
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
  return folder;
}

async function aStore(): Promise<S3Store> {
  const store = await startS3Store();
  onTestFinished(() => store.stop());
  return store;
}

const temporary = () => [...Deno.readDirSync("/tmp")].filter(({ name }) => name.startsWith("balcao-proof-")).length;

test("by night every company's newest backup is restored from each place, and what came of it is told", async () => {
  const path = await aFolder(), store = await aStore(), before = temporary();
  const backed = await aBackedUp({ kind: "folder", path }, store.place);
  backed.write("olá");
  await backed.later();
  expect(backed.backups.status()).toMatchObject([{ oldestProven: null, proofs: [] }, { oldestProven: null }]);
  await backed.night();
  for (const { proofs, oldestProven, fault, backlog, lastBrought } of backed.backups.status()) {
    expect(proofs.map(({ companyId, fault }) => [companyId, fault])).toEqual([0, 1, 2, 3].map((id) => [id, null]));
    expect([oldestProven, lastBrought !== null, fault, backlog.objects]).toEqual([Date.now(), true, null, 0]);
  }
  expect(backed.proofOf()!.messages).toBe(backed.company.read.all<unknown>("SELECT 1 FROM messages").length);
  expect(temporary()).toBe(before);
});

test("a file that was written to since has a new copy each night, one that was not keeps its own", async () => {
  const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path }), target = folderTarget(path);
  const bases = async (id: number) => (await target.list(`v1/${id}/base/`)).length;
  await backed.later();
  const was = await bases(3);
  backed.write("olá");
  await backed.night();
  await backed.later();
  expect([await bases(2), await bases(3)]).toEqual([2, was]);
  // Also where nobody has needed it since, so that it is closed.
  backed.write("olá de novo");
  backed.tenants.closeUnused(Infinity);
  await backed.night();
  await backed.later();
  expect([await bases(2), await bases(3)]).toEqual([3, was]);
});

test("a piece that a store has lost is found out by night, and all is taken anew", async () => {
  const store = await aStore(), backed = await aBackedUp(store.place);
  backed.write("um");
  await backed.later();
  backed.write("dois");
  await backed.later();
  await broughtLast(backed);
  store.objects.delete([...store.objects.keys()].findLast((key) => key.includes("/2/wal/"))!);
  const [first] = await basesOf(store);
  await backed.night();
  expect(backed.proofOf()!.fault).toContain("missing");
  // An hour later it is tried again.
  await backed.later(HOUR);
  expect((await basesOf(store)).at(-1)).toBeGreaterThan(first!);
  await backed.backups.nightly.tend();
  expect(backed.proofOf()!.fault).toBeNull();
});

/** What a place was brought last is looked for before any night: let that be another's. */
async function broughtLast(backed: Awaited<ReturnType<typeof aBackedUp>>): Promise<void> {
  backed.tenants.company(3).write((db) => void db.run(sql`create table another (at)`));
  await backed.later(60_000);
}

const basesOf = (store: S3Store) =>
  Promise.resolve(
    [...store.objects.keys()].flatMap((key) => {
      const named = readKey(key.replace(/^balcao\//, ""));
      return named?.what === "base" && named.companyId === 2 ? [named.generation] : [];
    }).sort(),
  );

test.each<[string, (store: S3Store, key: string) => void]>([
  ["gives back other bytes", (store, key) => {
    const bytes = store.objects.get(key)!.slice();
    bytes[bytes.length >> 1]! ^= 1;
    store.objects.set(key, bytes);
  }],
  ["lists what it does not have", (store, key) => {
    store.objects.delete(key);
    store.invented.push(key);
  }],
  ["hides what it has", (store, key) => store.hidden.add(key)],
])("a store that %s is found out by night, and mended", async (_, harm) => {
  const store = await aStore(), backed = await aBackedUp(store.place);
  backed.write("um");
  await backed.later();
  await broughtLast(backed);
  harm(store, [...store.objects.keys()].find((key) => key.includes("/2/base/"))!);
  await backed.night();
  expect(backed.proofOf()!.fault).not.toBeNull();
  expect(backed.proofOf(3)!.fault).toBeNull();
  await backed.later(HOUR);
  await backed.backups.nightly.tend();
  expect(backed.proofOf()).toMatchObject({ fault: null, newest: Date.now() });
});

test("media that a store has lost or changed is brought again", async () => {
  const store = await aStore(), backed = await aBackedUp(store.place);
  for (const name of ["a", "b", "c"]) {
    await Deno.writeTextFile(`${backed.data}/2/media/${name}`, `foto ${name}`);
    await Deno.utime(`${backed.data}/2/media/${name}`, 1, 1);
  }
  await backed.later();
  const media = [...store.objects.keys()].filter((key) => key.includes("/2/media/"));
  const before = new Map(store.objects);
  store.objects.delete(media[0]!);
  store.objects.set(media[1]!, new Uint8Array([1, 2, 3]));
  await backed.night();
  expect(backed.proofOf()!.fault).toBe("2 files are missing or damaged");
  await backed.later(HOUR);
  await backed.backups.nightly.tend();
  expect(backed.proofOf()!.fault).toBeNull();
  expect(store.objects.get(media[1]!)!.length).toBe(before.get(media[1]!)!.length);
});

test("a place that is down is not tried, and its last proof stays", async () => {
  const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path });
  await backed.later();
  await backed.night();
  const proof = backed.proofOf()!;
  await Deno.rename(path, `${path}-away`);
  backed.write("olá");
  await backed.night();
  expect(backed.proofOf()).toEqual(proof);
  expect(backed.backups.status()[0]!.fault).toContain("it is not there");
  await Deno.rename(`${path}-away`, path);
});

test(
  "over weeks only what is promised stays, media that is long gone goes, and the last day can be restored",
  async () => {
    const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path }), target = folderTarget(path);
    for (const name of ["gone", "same", "kept"]) {
      await Deno.writeTextFile(`${backed.data}/2/media/${name}`, name === "same" ? "gone" : name);
      await Deno.utime(`${backed.data}/2/media/${name}`, 1, 1);
    }
    await backed.later();
    const contents = (await target.list("v1/2/media/")).length;
    await Deno.remove(`${backed.data}/2/media/gone`);
    await backed.later(20_000);
    for (let night = 0; night < 32; night++) {
      if (night === 1) await Deno.remove(`${backed.data}/2/media/same`);
      backed.write(`dia ${night}`);
      await backed.night();
    }
    expect(backed.proofOf()!.fault).toBeNull();
    const { bases, pieces } = await restorableOf(target, 2);
    expect(bases.length).toBeGreaterThan(9);
    expect(bases.length).toBeLessThan(16);
    expect(new Set(pieces.map(({ generation }) => generation)).size).toBeLessThan(6);
    const plan = planTo(await restorableOf(target, 2), Date.now() - 12 * HOUR)!;
    expect([plan.gap, plan.base > Date.now() - 3 * 24 * HOUR]).toEqual([undefined, true]);
    expect(await target.list("v1/2/media/")).toHaveLength(contents - 1);
    expect((await target.list("v1/0/server.key")).length).toBe(1);
  },
  240_000,
);

test("of a company that is long removed a place keeps nothing, and none of its files is missed", async () => {
  const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path }), target = folderTarget(path);
  await Deno.writeTextFile(`${backed.data}/3/media/a`, "foto");
  await Deno.utime(`${backed.data}/3/media/a`, 1, 1);
  await backed.later();
  const { ledger } = backed.backups,
    hashes = (await target.list("v1/3/media/")).map(({ key }) => key.split("/").at(-1)!);
  ledger.forgetMedia(3, hashes);
  expect(ledger.missedMedia(3)).toEqual(["a"]);
  await tidyRemoved(target, 3, ledger);
  expect([await target.list("v1/3/"), ledger.missedMedia(3)]).toEqual([[], []]);
  expect((await target.list("v1/2/")).length).toBeGreaterThan(0);
});

test("a clock that stands still by night tries nothing twice", async () => {
  const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path });
  await backed.night();
  const { at } = backed.proofOf()!;
  vi.advanceTimersByTime(60_000);
  await backed.backups.nightly.tend();
  expect(backed.proofOf()!.at).toBe(at);
});
