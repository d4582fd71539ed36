import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { Tenants } from "../../platform/tenants.ts";
import { aDataFolder } from "../../testing/fixtures.ts";
import { startS3Store } from "../../testing/s3_store.ts";
import { newRecoveryKey, type RecoveryKey } from "../recovery_key.ts";
import { RunningBackups } from "../running.ts";
import { addTarget, knownTargets } from "./targets.ts";

let folder: string, place: string, tenants: Tenants;
beforeEach(async () => {
  folder = await aDataFolder();
  place = await Deno.makeTempDir({ prefix: "balcao-place-" });
  tenants = new Tenants(folder);
});
afterEach(async () => {
  tenants.close();
  for (const path of [folder, place]) await Deno.remove(path, { recursive: true });
});

const add = (path: string, key?: RecoveryKey, to = tenants) => addTarget(to, { kind: "folder", path }, key);

/** Takes all of the data folder to its places. */
async function fill(key: RecoveryKey): Promise<void> {
  const backups = new RunningBackups(tenants, undefined);
  backups.start(key);
  await backups.current!.bringAll();
  tenants.close();
  await backups.close();
  tenants = new Tenants(folder);
}

test("a place is added once, and not within what it is to outlive", async () => {
  await add(place);
  await expect(add(place)).rejects.toThrow(`${place} is a place of these backups already: 1`);
  await Deno.mkdir(`${folder}/copies`);
  await Deno.symlink(`${folder}/copies`, `${place}/link`);
  for (const inside of [folder, `${folder}/copies`, `${place}/link`]) {
    await expect(add(inside)).rejects.toThrow("lies in the data folder");
  }
  expect([...Deno.readDirSync(`${folder}/copies`)]).toEqual([]);
  await expect(add(`${folder}/none`)).rejects.toThrow("cannot keep a backup");
  expect(knownTargets(tenants)).toHaveLength(1);
});

test("a place that keeps another installation's backups is refused, and one's own is taken again", async () => {
  const key = newRecoveryKey();
  await add(place, key);
  await fill(key);
  const elsewhere = await aDataFolder();
  Deno.writeFileSync(`${elsewhere}/server.key`, crypto.getRandomValues(new Uint8Array(32)));
  const other = new Tenants(elsewhere);
  try {
    // Its own key, the same key, and none yet.
    for (const theirs of [newRecoveryKey(), key, undefined]) {
      await expect(add(place, theirs, other)).rejects.toThrow("keeps the backups of another installation");
    }
    await Deno.copyFile(`${folder}/server.key`, `${elsewhere}/server.key`);
    expect(await add(place, key, other)).toBe(1);
  } finally {
    other.close();
    await Deno.remove(elsewhere, { recursive: true });
  }
});

test("a store that answers without a word is told of by the number of its answer", async () => {
  const store = await startS3Store();
  onTestFinished(() => store.stop());
  store.lie("bare", 20);
  await expect(addTarget(tenants, store.place)).rejects.toThrow("it answers with the HTTP status 500, and no more");
});
