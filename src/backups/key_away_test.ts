import { Buffer } from "node:buffer";
import { expect, onTestFinished, test } from "vitest";
import { aBalcao, aDataFolder } from "../testing/fixtures.ts";
import { BadCommand } from "../platform/config.ts";
import { Tenants } from "../platform/tenants.ts";
import { aShell } from "../testing/command.ts";
import { checkMayBegin, noteBackupsKey, ownedKey } from "./key_print.ts";
import { newRecoveryKey, readKey, wordsOf, writeKey } from "./recovery_key.ts";
import { RunningBackups } from "./running.ts";
import { backupTargetTable } from "./table.ts";
import { addTarget } from "./targets/targets.ts";

const SUPER = "super@balcao.test";

async function aFolder(): Promise<string> {
  const path = await Deno.makeTempDir({ prefix: "balcao-key-" });
  onTestFinished(() => Deno.remove(path, { recursive: true }).catch(() => {}));
  return path;
}

/** A folder with backups in one place that was renamed since: its key lies where it was. */
async function aRenamed() {
  const home = await aFolder(), before = `${home}/before`, data = `${home}/after`;
  await Deno.rename(await aDataFolder(), before);
  const key = newRecoveryKey(), tenants = new Tenants(before);
  writeKey(`${before}.backup.key`, key);
  await Deno.mkdir(`${home}/place`);
  await addTarget(tenants, { kind: "folder", path: `${home}/place` }, key);
  const running = new RunningBackups(tenants, `${before}.backup.key`);
  tenants.checkAll();
  await running.current!.bringAll();
  tenants.close();
  await running.close();
  await Deno.rename(before, data);
  return { data, key, was: `${before}.backup.key`, path: `${data}.backup.key` };
}

test("in a folder that was renamed no new key is made beside what the old one has sealed, and all say where that lay", async () => {
  const { data, was, path } = await aRenamed(), balcao = aShell(() => data);
  const made = await balcao("backup", "key");
  expect([made.code, made.said]).toEqual([
    1,
    expect.stringContaining(`is not at ${path}: bring it there (it was ${was})`),
  ]);
  expect(readKey(path)).toBeUndefined();
  const { answer: { level, findings } } = await balcao("doctor");
  expect(level).toBe("bad");
  expect(findings).toContainEqual(
    expect.objectContaining({ what: "backup_key_missing", level: "bad", facts: { path, was } }),
  );
  await Deno.rename(was, path);
  expect((await balcao("doctor")).answer.findings).not.toContainEqual(
    expect.objectContaining({ what: "backup_key_missing" }),
  );
});

test("words are taken where they make the key of the places, and refused where they make another", async () => {
  const { data, key, path } = await aRenamed(), tenants = new Tenants(data);
  onTestFinished(() => tenants.close());
  const { read } = tenants.provider;
  expect(() => checkMayBegin(read, path, newRecoveryKey())).toThrow(BadCommand);
  expect(() => checkMayBegin(read, path, newRecoveryKey())).toThrow("These are the words of another key");
  expect(() => checkMayBegin(read, path, key)).not.toThrow();
  expect(wordsOf(key)).toHaveLength(24);
});

test("a server without the key of its places makes none, and its screens and figures say that nothing is stored", async () => {
  const place = await aFolder(), path = `${await aFolder()}/key`;
  const balcao = await aBalcao((folder) => {
    const tenants = new Tenants(folder),
      where = new TextEncoder().encode(JSON.stringify({ kind: "folder", path: place }));
    tenants.provider.write((db) => {
      noteBackupsKey(db, newRecoveryKey(), `${folder}.key`);
      const sealed = Buffer.from(tenants.keys.seal(where));
      db.insert(backupTargetTable).values({ kind: "folder", place, sealed, createdAt: 1 }).run();
    });
    tenants.close();
  }, { backupKey: path });
  onTestFinished(() => balcao.close());
  const call = balcao.as(SUPER);
  expect((await call("GET", "/provider/backups")).body).toMatchObject({ hasKey: false, isKeyAway: true });
  expect((await call("POST", "/provider/backups/key", { language: "pt" })).body.error).toBe("ERR_BACKUP_KEY_AWAY");
  expect(readKey(path)).toBeUndefined();
  // Where nothing is stored that another key has sealed, a new one may begin.
  expect((await call("DELETE", "/provider/backups/places/1")).status).toBe(200);
  expect(ownedKey(balcao.tenants.provider.read)).toBeUndefined();
  expect((await call("POST", "/provider/backups/key", { language: "pt" })).body.words).toHaveLength(24);
});
