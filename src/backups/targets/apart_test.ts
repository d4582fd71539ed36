import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { Tenants } from "../../platform/tenants.ts";
import { aDataFolder } from "../../testing/fixtures.ts";
import { startS3Store } from "../../testing/s3_store.ts";
import { claimKey } from "../keys.ts";
import { folderTarget } from "./folder.ts";
import type { TargetPlace } from "./place.ts";
import { addTarget, knownTargets, removeTarget } from "./targets.ts";

let folder: string, home: string, tenants: Tenants;
beforeEach(async () => {
  folder = await aDataFolder();
  home = await Deno.makeTempDir({ prefix: "balcao-apart-" });
  for (const path of ["bk", "bk/v1", "bk/sub", "other"]) await Deno.mkdir(`${home}/${path}`);
  tenants = new Tenants(folder);
});
afterEach(async () => {
  tenants.close();
  for (const path of [folder, home]) await Deno.remove(path, { recursive: true });
});

const at = (path: string): TargetPlace => ({ kind: "folder", path: `${home}/${path}` });
const add = (place: TargetPlace) => addTarget(tenants, place);
const faultOf = async (place: TargetPlace) =>
  await add(place).then(() => undefined, (error) => error.fault ?? String(error));

async function* of(text: string) {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

const CLAIM = claimKey({ at: 1_790_000_000_000, by: "0badcafe", from: undefined, until: undefined });

async function aStore() {
  const store = await startS3Store();
  onTestFinished(() => store.stop());
  return { store, alias: store.place.endpoint.replace("127.0.0.1", "localhost") };
}

test("a folder under another name is the same place, and nothing is written there", async () => {
  await add(at("bk"));
  await Deno.symlink(`${home}/bk`, `${home}/link`);
  await expect(add(at("link"))).rejects.toThrow(`link is a place of these backups already: 1 (as ${home}/bk)`);
  expect(await faultOf(at("link"))).toBe("known");
  expect(knownTargets(tenants)).toHaveLength(1);
});

test("a folder in one's own place, or around it, is refused, and nothing is written there", async () => {
  await add(at("bk"));
  await Deno.symlink(`${home}/bk/sub`, `${home}/link`);
  for (const path of ["bk/v1", "bk/sub", "link", ""]) {
    expect([path, await faultOf(at(path))]).toEqual([path, "in_place"]);
  }
  expect([...Deno.readDirSync(`${home}/bk/sub`)]).toEqual([]);
  expect(await faultOf(at("other"))).toBeUndefined();
});

test("a folder below anybody's place is refused", async () => {
  await Deno.mkdir(`${home}/bk/sub/deep`);
  await folderTarget(`${home}/bk`).put(CLAIM, of(""));
  for (const path of ["bk/sub", "bk/sub/deep", "bk/v1"]) {
    await expect(add(at(path))).rejects.toThrow(`lies in ${home}/bk, which is a place for backups`);
  }
  expect([...Deno.readDirSync(`${home}/bk/sub`)].map(({ name }) => name)).toEqual(["deep"]);
});

test("a store under another address is the same place, and keeps nothing of the try", async () => {
  const { store, alias } = await aStore();
  await add(store.place);
  expect(await faultOf({ ...store.place, endpoint: alias })).toBe("known");
  for (const prefix of ["", "balcao/v1/"]) {
    for (const endpoint of [store.place.endpoint, alias]) {
      expect([prefix, await faultOf({ ...store.place, endpoint, prefix })]).toEqual([prefix, "in_place"]);
    }
  }
  expect([...store.objects.keys()]).toEqual([]);
  expect(await faultOf({ ...store.place, prefix: "balcaonorte/" })).toBeUndefined();
});

test("a prefix below anybody's place is refused, whichever is the one above", async () => {
  const { store } = await aStore();
  for (const above of ["", "p1/"]) {
    store.objects.clear();
    store.objects.set(`${above}${CLAIM}`, new Uint8Array());
    for (const prefix of ["p1/v1/", "p1/deep/sub/"]) {
      expect([above, prefix, await faultOf({ ...store.place, prefix })]).toEqual([above, prefix, "in_place"]);
    }
    expect([...store.objects.keys()]).toEqual([`${above}${CLAIM}`]);
  }
  // A list that is not to be seen says nothing.
  store.objects.clear();
  store.objects.set(CLAIM, new Uint8Array());
  store.lie("500", 3, /claims/);
  expect(await faultOf({ ...store.place, prefix: "p2/" })).toBeUndefined();
});

test("a place that was removed is added again, and beside one that is away another is added", async () => {
  const { store } = await aStore();
  await add(at("bk"));
  await folderTarget(`${home}/bk`).put(CLAIM, of(""));
  expect(removeTarget(tenants, 1)).toBe(true);
  await add(at("bk"));
  await add(store.place);
  await store.stop();
  await Deno.rename(`${home}/bk`, `${home}/away`);
  expect(await faultOf(at("other"))).toBeUndefined();
  expect(knownTargets(tenants)).toHaveLength(3);
});
