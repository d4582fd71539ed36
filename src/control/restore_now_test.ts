import { expect, onTestFinished, test } from "vitest";
import { Backups } from "../backups/backups.ts";
import { newRecoveryKey, type RecoveryKey, writeKey } from "../backups/recovery_key.ts";
import { RunningBackups } from "../backups/running.ts";
import { chainsBroken } from "../backups/status.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { messageTable } from "../messages/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { aPicture } from "../testing/exports.ts";
import { aDataFolder, aTicket } from "../testing/fixtures.ts";
import { passTime } from "../testing/pass_time.ts";
import type { Serving } from "./operation.ts";
import { refusedOf } from "./refused.ts";
import { run } from "./run.ts";

const AURORA = 2;

/** A data folder with a place for its backups, to which all was brought that Aurora had by then. */
async function aBackedUpFolder() {
  const data = await aDataFolder(), home = await Deno.makeTempDir(), keyPath = `${home}/key`;
  const key = newRecoveryKey(), tenants = new Tenants(data);
  writeKey(keyPath, key);
  await Deno.mkdir(`${home}/place`);
  await addTarget(tenants, { kind: "folder", path: `${home}/place` });
  onTestFinished(async () => {
    for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  });
  return { data, home, keyPath, key, tenants };
}

function write(tenants: Tenants, body: string): void {
  tenants.company(AURORA).write((db) => {
    const { id: ticketId, contactId } = aTicket(db);
    const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
    db.insert(messageTable).values({ ...who, wid: crypto.randomUUID(), body, createdAt: Date.now() }).run();
  });
}

const bodies = (tenants: Tenants) =>
  tenants.company(AURORA).read.select({ body: messageTable.body }).from(messageTable).all().map(({ body }) => body);

async function restore(tenants: Tenants, data: string, input: object, serving?: Serving) {
  const circumstances = { tenants, data, say: () => {}, signal: new AbortController().signal };
  const all = { ...circumstances, ...(serving && { serving }) };
  return await run("restore here", { company: String(AURORA), ...input }, all) as { newer: number; newest: number };
}

test("a company that is served is restored with what was acknowledged a moment ago, also at the second of now", async () => {
  const { data, keyPath, tenants } = await aBackedUpFolder(), backups = new RunningBackups(tenants, keyPath);
  tenants.checkAll();
  const supervisor = { stopAll: async () => {}, startAll: async () => {} };
  const serving = { backups, supervisor } as unknown as Serving;
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
  });
  write(tenants, "antes");
  await backups.current!.bringAll();
  await backups.current!.bringAll();
  write(tenants, "agora mesmo");
  expect(await restore(tenants, data, { keyPath }, serving)).toMatchObject({ newer: 0 });
  expect(bodies(tenants)).toEqual(expect.arrayContaining(["antes", "agora mesmo"]));
  await backups.current!.bringAll();
  write(tenants, "neste segundo");
  await restore(tenants, data, { keyPath, at: Math.floor(Date.now() / 1000) * 1000 + 999 }, serving);
  expect(bodies(tenants)).toContain("neste segundo");
});

test("a folder that is deleted while it is served comes back, and nothing is said of another program", async () => {
  const { data, keyPath, tenants } = await aBackedUpFolder(), backups = new RunningBackups(tenants, keyPath);
  tenants.checkAll();
  const supervisor = { stopAll: async () => {}, startAll: async () => {} };
  const serving = { backups, supervisor } as unknown as Serving;
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
  });
  write(tenants, "antes");
  await backups.current!.bringAll();
  await backups.current!.bringAll();
  await Deno.remove(`${data}/${AURORA}`, { recursive: true });
  write(tenants, "o que ninguém soube");
  backups.current!.tick();
  tenants.checkPlaces([AURORA]);
  expect([...tenants.quarantine.keys()]).toEqual([AURORA]);
  await restore(tenants, data, { keyPath }, serving);
  expect(bodies(tenants)).toContain("antes");
  await backups.current!.bringAll();
  expect(chainsBroken(backups.current!.ledger)).toEqual([]);
});

test("a file that no backup has is named, and taken from a state set aside where one has it", async () => {
  const { data, keyPath, tenants } = await aBackedUpFolder(), backups = new RunningBackups(tenants, keyPath);
  tenants.checkAll();
  const supervisor = { stopAll: async () => {}, startAll: async () => {} };
  const serving = { backups, supervisor } as unknown as Serving;
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
  });
  const media = `${data}/${AURORA}/media`, name = crypto.randomUUID();
  tenants.company(AURORA).write((db) => void aPicture(db, name, 7));
  await backups.current!.bringAll();
  // It was deleted before anything was taken of it.
  expect(await restore(tenants, data, { keyPath }, serving)).toMatchObject({ missing: [name] });
  const to = await Deno.makeTempDir();
  const circumstances = { tenants, data, say: () => {}, signal: new AbortController().signal, serving };
  expect(await run("restore to", { company: String(AURORA), to, keyPath }, circumstances)).toMatchObject({
    ...{ media: 0, missing: [name] },
  });
  await Deno.remove(to, { recursive: true });
  // The next restoration sets it aside; then it is deleted with all of the company.
  Deno.writeTextFileSync(`${media}/${name}`, "retrato", { mode: 0o600 });
  expect(await restore(tenants, data, { keyPath }, serving)).toMatchObject({ missing: [] });
  await Deno.remove(`${data}/${AURORA}`, { recursive: true });
  tenants.checkPlaces([AURORA]);
  expect(await restore(tenants, data, { keyPath }, serving)).toMatchObject({ missing: [] });
  expect(Deno.readTextFileSync(`${media}/${name}`)).toBe("retrato");
});

test("a file that was altered in the company's folder comes from the backup, and half a file is in nothing that is restored", async () => {
  const { data, keyPath, tenants } = await aBackedUpFolder(), backups = new RunningBackups(tenants, keyPath);
  tenants.checkAll();
  const supervisor = { stopAll: async () => {}, startAll: async () => {} };
  const serving = { backups, supervisor } as unknown as Serving;
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
  });
  const media = `${data}/${AURORA}/media`,
    namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);
  tenants.company(AURORA).write((db) => void aPicture(db, "foto", 7));
  await Deno.writeTextFile(`${media}/foto`, "retrato");
  await Deno.utime(`${media}/foto`, 1, 1);
  await backups.current!.bringAll();
  await Deno.writeTextFile(`${media}/foto`, "x");
  await Deno.writeTextFile(`${media}/foto.part`, "");
  expect(await restore(tenants, data, { keyPath }, serving)).toMatchObject({ missing: [] });
  expect([await Deno.readTextFile(`${media}/foto`), namesIn(media)]).toEqual(["retrato", ["foto"]]);
  // What was set aside is as it was.
  const [aside] = namesIn(`${data}/aside`);
  expect(await Deno.readTextFile(`${data}/aside/${aside}/media/foto`)).toBe("x");
});

test("what a killed server had stored and not brought yet is in what is restored without a server", async () => {
  const { data, home, keyPath, key, tenants } = await aBackedUpFolder(), backups = new Backups(tenants, key);
  tenants.checkAll();
  write(tenants, "antes");
  await backups.bringAll();
  await backups.bringAll();
  write(tenants, "nos últimos segundos");
  await tenants.company(AURORA).settled();
  // As it lies there when the server is killed.
  await new Deno.Command("cp", { args: ["-r", data, `${home}/killed`] }).output();
  tenants.close();
  await backups.close();
  const after = new Tenants(`${home}/killed`);
  onTestFinished(() => after.close());
  const { newer } = await restore(after, `${home}/killed`, { keyPath });
  expect(bodies(after)).toEqual(expect.arrayContaining(["antes", "nos últimos segundos"]));
  expect(newer).toBe(0);
});

test("it is told how many messages are newer than what was restored", async () => {
  const { data, keyPath, key, tenants } = await aBackedUpFolder(), backups = new Backups(tenants, key);
  tenants.checkAll();
  write(tenants, "antes");
  await backups.bringAll();
  await backups.bringAll();
  const at = Date.now();
  passTime(1500);
  for (const body of ["um", "dois", "três"]) write(tenants, body);
  await backups.bringAll();
  expect(await restore(tenants, data, { keyPath, at })).toMatchObject({ newer: 3 });
  expect(bodies(tenants)).not.toContain("um");
  tenants.close();
  await backups.close();
});

test("the backup of what was restored without a server goes on, and nobody else is said to have changed the file", async () => {
  const { data, keyPath, key, tenants } = await aBackedUpFolder(), before = new Backups(tenants, key);
  tenants.checkAll();
  write(tenants, "antes");
  await before.bringAll();
  await before.bringAll();
  tenants.close();
  await before.close();
  const alone = new Tenants(data);
  await restore(alone, data, { keyPath });
  alone.close();
  const after = new Tenants(data), { ledger, ...backups } = serve(after, key);
  expect(chainsBroken(ledger)).toEqual([]);
  write(after, "depois");
  await backups.bring();
  after.close();
  // Another start finds it as it was left.
  await backups.close();
  const last = new Tenants(data), again = serve(last, key);
  expect(chainsBroken(again.ledger)).toEqual([]);
  last.close();
  await again.close();
});

test("a damaged backup is named with what else there is to try, and the company is as it was", async () => {
  const { data, home, keyPath, key, tenants } = await aBackedUpFolder(), backups = new Backups(tenants, key);
  tenants.checkAll();
  write(tenants, "antes");
  await backups.bringAll();
  await backups.bringAll();
  const find = new Deno.Command("find", { args: [`${home}/place`, "-path", "*/2/base/*", "-type", "f"] });
  const bases = new TextDecoder().decode((await find.output()).stdout).trim().split("\n");
  for (const path of bases) {
    const bytes = await Deno.readFile(path);
    await Deno.writeFile(path, bytes.fill(0, bytes.length - 20));
  }
  const error = await restore(tenants, data, { keyPath, at: Date.now() }).catch((error) => error);
  expect(refusedOf(error)).toMatchObject({ exit: 1, sentence: expect.stringMatching(/damaged there: .*--from.*--at/) });
  expect(bodies(tenants)).toContain("antes");
  tenants.close();
  await backups.close();
});

function serve(tenants: Tenants, key: RecoveryKey) {
  const backups = new Backups(tenants, key);
  tenants.checkAll();
  return { ledger: backups.ledger, bring: () => backups.bringAll(), close: () => backups.close() };
}
