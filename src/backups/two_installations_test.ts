import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aContact, aDataFolder } from "../testing/fixtures.ts";
import { Backups } from "./backups.ts";
import { newestPlan, targetsToRestoreFrom } from "./newest_plan.ts";
import { recover } from "./recover.ts";
import { keysOf, newRecoveryKey } from "./recovery_key.ts";
import { restoreFile } from "./restore.ts";
import { folderTarget } from "./targets/folder.ts";
import { addTarget, removeTarget } from "./targets/targets.ts";
import { openDbFile } from "../platform/db.ts";
import { contactTable } from "../contacts/table.ts";

const KEY = newRecoveryKey(), AURORA = 2;

async function anEmptyFolder(): Promise<string> {
  const path = await Deno.makeTempDir({ prefix: "balcao-two-" });
  onTestFinished(() => Deno.remove(path, { recursive: true }).catch(() => {}));
  return path;
}

/** A served data folder, with what its company is known by here: the names of its contacts. */
function served(folder: string) {
  const tenants = new Tenants(folder), backups = new Backups(tenants, KEY);
  tenants.checkAll();
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
  });
  return {
    folder,
    tenants,
    backups,
    /** A contact of this name comes, and all is brought to the place. */
    async has(name: string) {
      tenants.company(AURORA).write((db) => {
        aContact(db);
        db.run(sql`update contacts set name = ${name} where id = (select max(id) from contacts)`);
      });
      await backups.bringAll();
      await backups.bringAll();
    },
    fault: () => backups.targets[0]!.uploader.fault,
    /** Who of these is in what this installation restores from its place now. */
    async restores(...names: string[]) {
      const { plan, known } = await newestPlan(targetsToRestoreFrom(tenants, undefined), AURORA, Infinity);
      const path = `${await anEmptyFolder()}/company.db`;
      await restoreFile(known.target, keysOf(KEY).data, plan, path);
      const file = openDbFile(path, { readonly: true });
      try {
        return file.db.select({ name: contactTable.name }).from(contactTable).orderBy(contactTable.id).all().map((
          { name },
        ) => name)
          .filter((name) => names.includes(name));
      } finally {
        file.close();
      }
    },
  };
}

async function anOriginal() {
  const data = await aDataFolder(), place = await anEmptyFolder();
  onTestFinished(() => Deno.remove(data, { recursive: true }));
  const before = new Tenants(data);
  await addTarget(before, { kind: "folder", path: place });
  before.close();
  return { original: served(data), place, target: folderTarget(place) };
}

async function recovered(place: string): Promise<string> {
  const data = `${await anEmptyFolder()}/new`;
  const { failed } = await recover({ target: folderTarget(place), key: KEY, data, say: () => {}, settle: () => {} });
  expect(failed).toEqual([]);
  return data;
}

test("a recovered installation claims the place, and the one from before stops writing there and says so", async () => {
  const { original, place, target } = await anOriginal();
  await original.has("Antes");
  const drill = served(await recovered(place));
  await original.has("Só no original");
  expect(original.fault()).toBeUndefined();
  await drill.has("Só no ensaio");
  expect(drill.fault()).toBeUndefined();
  await original.has("Tarde demais");
  expect(original.fault()).toContain("this place belongs to another installation");
  expect(original.fault()).toContain(drill.folder);
  const stored = (await target.list("v1/")).map(({ key }) => key);
  await original.has("Ainda mais tarde");
  expect((await target.list("v1/")).map(({ key }) => key)).toEqual(stored);
  await drill.has("Mais do ensaio");
  expect([original.fault(), drill.fault()]).toEqual([expect.stringContaining("another"), undefined]);
});

test("neither restores what the other has written since both had the same state", async () => {
  const { original, place } = await anOriginal();
  await original.has("Antes");
  const data = await recovered(place), all = ["Antes", "Só no original", "Só no ensaio"];
  await original.has("Só no original");
  const drill = served(data);
  expect(await drill.restores(...all)).toEqual(["Antes"]);
  await drill.has("Só no ensaio");
  expect(await original.restores(...all)).toEqual(["Antes", "Só no original"]);
  expect(await drill.restores(...all)).toEqual(["Antes", "Só no ensaio"]);
});

test("what is recovered from a place is the state of whoever has claimed it last", async () => {
  const { original, place } = await anOriginal();
  await original.has("Antes");
  const drill = served(await recovered(place));
  await drill.has("Só no ensaio");
  await original.has("Só no original");
  const next = served(await recovered(place));
  expect(await next.restores("Antes", "Só no ensaio", "Só no original")).toEqual(["Antes", "Só no ensaio"]);
});

test("a place that was lost to another is had again by removing and adding it", async () => {
  const { original, place } = await anOriginal();
  await original.has("Antes");
  const drill = served(await recovered(place));
  await drill.has("Só no ensaio");
  await original.has("Só no original");
  expect(original.fault()).toBeDefined();
  removeTarget(original.tenants, 1);
  original.backups.openTargets();
  await addTarget(original.tenants, { kind: "folder", path: place }, KEY);
  original.backups.openTargets();
  await original.has("De volta");
  expect(original.fault()).toBeUndefined();
  await drill.has("Depois");
  expect(drill.fault()).toContain("another installation");
  const all = ["Antes", "Só no ensaio", "Só no original", "De volta", "Depois"];
  expect(await original.restores(...all)).toEqual(["Antes", "Só no original", "De volta"]);
});

test("what an installation owes to a place that it has lost is given up; its other place lacks nothing", async () => {
  const { original, place } = await anOriginal(), second = await anEmptyFolder();
  await original.has("Antes");
  const data = await recovered(place);
  // Of which the recovered one knows nothing.
  await addTarget(original.tenants, { kind: "folder", path: second });
  original.backups.openTargets();
  await original.has("Nos dois lugares");
  const drill = served(data);
  await drill.has("Só no ensaio");
  await Deno.rename(second, `${second}-away`);
  await original.has("Depois da perda");
  const waiting = () => [...Deno.readDirSync(original.backups.ledger.spool)].length;
  expect(original.backups.status().map(({ backlog, claimed }) => [backlog.objects > 0, claimed !== null]))
    .toEqual([[false, true], [true, false]]);
  expect(waiting()).toBeGreaterThan(0);
  await Deno.rename(`${second}-away`, second);
  await original.has("Ainda mais tarde");
  expect(original.backups.status().map(({ backlog }) => backlog.objects)).toEqual([0, 0]);
  expect(waiting()).toBe(0);
  const all = ["Antes", "Nos dois lugares", "Só no ensaio", "Depois da perda", "Ainda mais tarde"];
  expect(await original.restores(...all)).toEqual(all.filter((name) => name !== "Só no ensaio"));
});

test("what lies in a place from before installations had names is restored, and gone on from", async () => {
  const { original, place, target } = await anOriginal();
  await original.has("Antes");
  // As it was written then: under keys that name nobody, and sealed to them.
  for (const { key } of await target.list("v1/")) {
    const plain = key.replace(/^(v1\/\d+\/(?:base\/\d{13}|wal\/\d{13}\.\d{13}))\.[0-9a-f]{8}/, "$1");
    if (plain === key && !key.includes("/claims/")) continue;
    if (plain !== key) await reseal(target, key, plain);
    await target.remove([key]);
  }
  const all = ["Antes", "Depois", "Só no ensaio"];
  expect(await original.restores(...all)).toEqual(["Antes"]);
  const drill = served(await recovered(place));
  expect(await drill.restores(...all)).toEqual(["Antes"]);
  await original.has("Depois");
  expect(await original.restores(...all)).toEqual(["Antes", "Depois"]);
  await drill.has("Só no ensaio");
  expect(await original.restores(...all)).toEqual(["Antes", "Depois"]);
  expect(await drill.restores(...all)).toEqual(["Antes", "Só no ensaio"]);
});

async function reseal(target: ReturnType<typeof folderTarget>, from: string, to: string): Promise<void> {
  const { openStored } = await import("./open_stored.ts"), { sealed } = await import("./envelope.ts");
  const { data } = keysOf(KEY);
  await target.put(to, sealed(data, to, [await openStored(target, data, from)]));
}
