import { expect, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, aTicket } from "../testing/fixtures.ts";
import { Backups } from "./backups.ts";
import { newestPlan, targetsToRestoreFrom } from "./newest_plan.ts";
import { keysOf, newRecoveryKey, writeKey } from "./recovery_key.ts";
import { restoreFile } from "./restore.ts";
import { RunningBackups } from "./running.ts";
import { addTarget } from "./targets/targets.ts";

test("with another key than the one that they were made with no backups are made, until one is given on purpose", async () => {
  const data = await aDataFolder(), own = newRecoveryKey(), path = `${data}.backup.key`;
  const started = (tenants: Tenants) => new RunningBackups(tenants, path);
  writeKey(path, own);
  let tenants = new Tenants(data);
  const first = started(tenants);
  expect(first.current).toBeDefined();
  tenants.close();
  await first.close();

  await Deno.writeFile(path, newRecoveryKey());
  tenants = new Tenants(data);
  const foreign = started(tenants);
  expect(foreign.current).toBeUndefined();
  await Deno.writeFile(path, own);
  expect(started(tenants).current).toBeDefined();
  const other = newRecoveryKey();
  foreign.start(other);
  await Deno.writeFile(path, other);
  tenants.close();
  await foreign.close();
  tenants = new Tenants(data);
  const given = started(tenants);
  expect(given.current).toBeDefined();
  tenants.close();
  await given.close();
  for (const each of [data, path]) await Deno.remove(each, { recursive: true });
});

test("under a new key all is taken anew, and what is stored from then on can be restored by it", async () => {
  const data = await aDataFolder(), home = await Deno.makeTempDir(), keys = [newRecoveryKey(), newRecoveryKey()];
  await Deno.mkdir(`${home}/place`);
  for (const [nth, key] of keys.entries()) {
    const tenants = new Tenants(data);
    if (nth === 0) await addTarget(tenants, { kind: "folder", path: `${home}/place` });
    const backups = new Backups(tenants, key);
    tenants.checkAll();
    await backups.bringAll();
    tenants.company(2).write((db) => void aTicket(db));
    await backups.bringAll();
    expect(backups.targets[0]!.uploader.fault).toBeUndefined();
    const { known: { target }, plan } = await newestPlan(targetsToRestoreFrom(tenants, undefined), 2, Infinity);
    await restoreFile(target, keysOf(key).data, plan, `${home}/${nth}.db`);
    tenants.close();
    await backups.close();
  }
  for (const each of [data, home]) await Deno.remove(each, { recursive: true });
});
