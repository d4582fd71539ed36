import { expect, onTestFinished, test } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { pause } from "../testing/process.ts";
import { howToRun } from "../testing/program.ts";
import { keysOf, newRecoveryKey, writeKey } from "./recovery_key.ts";
import { planTo, restorableOf, restoreFile } from "./restore.ts";
import { folderTarget } from "./targets/folder.ts";
import { addTarget } from "./targets/targets.ts";

/** `make crash` kills a hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 10);

/** Lets a process back up the folder, and kills it so long (ms) after the target has kept something; answers the newest of that. */
async function dieBackingUp(args: string[], after: number): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...howToRun("testing/backing_up"), ...args],
    env: { BALCAO_LOG: "error" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let said = "";
  const over = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const part of child.stdout) {
      said += decoder.decode(part, { stream: true });
      if (/^[1-9]\d*\n/m.test(said)) over.resolve();
    }
    over.resolve();
  })();
  await over.promise;
  await pause(after);
  child.kill("SIGKILL");
  await Promise.all([child.status, reading]);
  // A line that was not finished says nothing.
  return Math.max(0, ...said.split("\n").slice(0, -1).map(Number));
}

test(
  `killed ${KILLS} times while it backs up, what the target had confirmed is in it, and the backup goes on`,
  async () => {
    const data = await aDataFolder(), home = await Deno.makeTempDir({ prefix: "balcao-killed-" });
    onTestFinished(async () => {
      for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
    });
    const key = newRecoveryKey(), target = folderTarget(`${home}/copies`);
    await Deno.mkdir(`${home}/copies`);
    writeKey(`${home}/key`, key);
    const tenants = new Tenants(data);
    await addTarget(tenants, { kind: "folder", path: `${home}/copies` });
    tenants.close();
    let before = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const confirmed = await dieBackingUp([data, `${home}/key`], Math.random() * 1500);
      const plan = planTo(await restorableOf(target, 2), Infinity)!, path = `${home}/restored-${kill}`;
      expect(plan.gap).toBeUndefined();
      await restoreFile(target, keysOf(key).data, plan, path);
      const file = openDbFile(path, { readonly: true });
      expect(file.one("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
      const { newest, count } = file.one("SELECT max(id) AS newest, count(*) AS count FROM messages") as Record<
        string,
        number
      >;
      file.close();
      for (const ending of ["", "-wal", "-shm"]) await Deno.remove(`${path}${ending}`).catch(() => {});
      // It goes on where it was, and none is missing in between.
      expect(confirmed).toBeGreaterThan(before);
      expect(newest).toBeGreaterThanOrEqual(confirmed);
      const there = await countIn(`${data}/2/company.db`, newest!, `${home}/live-${kill}`);
      expect(count).toBe(there);
      before = confirmed;
    }
  },
  120_000 + KILLS * 30_000,
);

/** How many messages a file has up to an id: looked up in a copy, for whoever closes the file itself empties its log. */
async function countIn(path: string, newest: number, copy: string): Promise<number> {
  for (const ending of ["", "-wal"]) await Deno.copyFile(`${path}${ending}`, `${copy}${ending}`);
  const file = openDbFile(copy, { readonly: true });
  try {
    return Number(file.one(`SELECT count(*) AS count FROM messages WHERE id <= ${newest}`)!.count);
  } finally {
    file.close();
    for (const ending of ["", "-wal", "-shm"]) await Deno.remove(`${copy}${ending}`).catch(() => {});
  }
}
