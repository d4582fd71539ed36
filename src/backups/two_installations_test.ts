import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aContact, aDataFolder } from "../testing/fixtures.ts";
import { Backups } from "./backups.ts";
import { claimsAt } from "./claims.ts";
import { readInstallation } from "./installation.ts";
import { newestPlan, targetsToRestoreFrom } from "./newest_plan.ts";
import { recover } from "./recover.ts";
import { keysOf, newRecoveryKey } from "./recovery_key.ts";
import { restoreFile } from "./restore.ts";
import { placeTable } from "./table.ts";
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
  let isStopped = false;
  async function stop() {
    if (isStopped) return;
    isStopped = true;
    tenants.close();
    await backups.close();
  }
  onTestFinished(stop);
  return {
    folder,
    stop,
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
    restores: (...names: string[]) => restoresAt(Infinity, ...names),
    restoresAt,
  };

  /** The same of a moment (ms). */
  async function restoresAt(at: number, ...names: string[]) {
    const { plan, known } = await newestPlan(targetsToRestoreFrom(tenants, undefined), AURORA, at);
    const path = `${await anEmptyFolder()}/company.db`;
    await restoreFile(known.target, keysOf(KEY).data, plan, path);
    const file = openDbFile(path, { readonly: true });
    try {
      const rows = file.db.select({ name: contactTable.name }).from(contactTable).orderBy(contactTable.id).all();
      return rows.map(({ name }) => name).filter((name) => names.includes(name));
    } finally {
      file.close();
    }
  }
}

async function anOriginal() {
  const data = await aDataFolder(), place = await anEmptyFolder();
  onTestFinished(() => Deno.remove(data, { recursive: true }).catch(() => {}));
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
  // Both have the same server's key, so that the place would be taken again.
  expect(original.fault()).toMatch(/remove it here, or stop that one, and remove and add it here to have it back$/);
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

test("a place that an installation with another key has taken is not had again, and is not said to be", async () => {
  const { original, place, target } = await anOriginal();
  await original.has("Antes");
  // The disk was emptied, and given to somebody else; or both were given it before anything was there.
  await target.remove((await target.list("v1/")).map(({ key }) => key).filter((key) => !key.includes("/claims/")));
  const data = await aDataFolder();
  onTestFinished(() => Deno.remove(data, { recursive: true }).catch(() => {}));
  Deno.writeFileSync(`${data}/server.key`, crypto.getRandomValues(new Uint8Array(32)));
  const theirs = new Tenants(data);
  await addTarget(theirs, { kind: "folder", path: place }, KEY);
  theirs.close();
  await served(data).has("De outros");
  await original.has("Tarde demais");
  expect(original.fault()).toMatch(/belongs to another installation .*: remove it here, and add an empty place$/);
  removeTarget(original.tenants, 1);
  await expect(addTarget(original.tenants, { kind: "folder", path: place }, KEY))
    .rejects.toThrow("keeps the backups of another installation");
});

test("a copy of a data folder is another installation as soon as it is served, and the one that was copied stops", async () => {
  const { original, place, target } = await anOriginal();
  await original.has("Antes");
  const home = await anEmptyFolder();
  await new Deno.Command("cp", { args: ["-a", original.folder, `${home}/copy`] }).output();
  await original.has("Só no original");
  const copy = served(`${home}/copy`);
  await copy.has("Só na cópia");
  await original.has("Tarde demais");
  expect([original.fault(), copy.fault()]).toEqual([expect.stringContaining("/copy) since"), undefined]);
  const all = ["Antes", "Só no original", "Só na cópia", "Tarde demais"];
  expect(await copy.restores(...all)).toEqual(["Antes", "Só na cópia"]);
  expect(await original.restores(...all)).toEqual(["Antes", "Só no original"]);
  // Recovering takes the state of the one that has the place now.
  expect(await served(await recovered(place)).restores(...all)).toEqual(["Antes", "Só na cópia"]);
  expect((await claimsAt(target)).length).toBe(2);
});

test("a data folder that is renamed goes on as it was, and one that was brought to another place takes its places along", async () => {
  const { original, place } = await anOriginal(), home = await anEmptyFolder();
  await original.has("Antes");
  const first = readInstallation(original.folder)!;
  await original.stop();
  await Deno.rename(original.folder, `${home}/renamed`);
  const renamed = served(`${home}/renamed`);
  await renamed.has("Depois");
  expect(readInstallation(renamed.folder)?.id).toBe(first.id);
  await renamed.stop();
  const at = Date.now();
  await new Deno.Command("cp", { args: ["-a", renamed.folder, `${home}/brought`] }).output();
  const brought = served(`${home}/brought`);
  await brought.has("Noutro disco");
  expect(brought.fault()).toBeUndefined();
  expect(readInstallation(brought.folder)).toMatchObject({ from: { id: first.id } });
  expect(readInstallation(brought.folder)?.isNew).toBeUndefined();
  const all = ["Antes", "Depois", "Noutro disco"];
  expect(await brought.restores(...all)).toEqual(all);
  expect(await served(await recovered(place)).restores(...all)).toEqual(all);
  // What was stored before it was brought there can be chosen as well: no piece of it is passed over.
  expect(await brought.restoresAt(at, ...all)).toEqual(["Antes", "Depois"]);
});

test("an installation that an earlier version has named goes on under its name", async () => {
  const { original } = await anOriginal();
  await original.has("Antes");
  const { home: _, ...earlier } = readInstallation(original.folder)!;
  await original.stop();
  Deno.writeTextFileSync(`${original.folder}/installation.json`, JSON.stringify(earlier));
  const again = served(original.folder);
  await again.has("Depois");
  expect(readInstallation(again.folder)).toMatchObject({ id: earlier.id, home: { inode: expect.any(Number) } });
  expect(again.fault()).toBeUndefined();
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
  original.backups.ledger.write((db) => void db.delete(placeTable).run());
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
