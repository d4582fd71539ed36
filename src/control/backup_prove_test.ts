import { expect, onTestFinished, test, vi } from "vitest";
import { newRecoveryKey, writeKey } from "../backups/recovery_key.ts";
import { RunningBackups } from "../backups/running.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { log } from "../platform/log.ts";
import { Tenants } from "../platform/tenants.ts";
import { acceptLost } from "../messages/lost_files.ts";
import { aPicture } from "../testing/exports.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import type { Serving } from "./operation.ts";
import { refusedOf } from "./refused.ts";
import { run } from "./run.ts";

const AURORA = 2;

async function aServer() {
  const data = await aDataFolder(),
    home = await Deno.makeTempDir(),
    keyPath = `${home}/key`,
    tenants = new Tenants(data);
  writeKey(keyPath, newRecoveryKey());
  await Deno.mkdir(`${home}/place`);
  await addTarget(tenants, { kind: "folder", path: `${home}/place` });
  const backups = new RunningBackups(tenants, keyPath), said: string[] = [];
  tenants.checkAll();
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
    for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  });
  const serving = { backups } as unknown as Serving;
  for (let nth = 0; nth < 2; nth++) await backups.current!.bringAll();
  const prove = (company?: string) =>
    run("backup prove", { company }, {
      ...{ tenants, data, serving, say: (text) => void said.push(text), signal: new AbortController().signal },
    }) as Promise<{ proven: { id: number; name: string }[] }>;
  return { data, tenants, place: `${home}/place`, prove, said, backups };
}

test("what is else proven by night is proven at once: of all, or of one company", async () => {
  const { prove, said } = await aServer();
  expect((await prove()).proven.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  expect(said.at(-1)).toBe("Proved 4 of 4");
  expect((await prove(String(AURORA))).proven).toMatchObject([{ id: AURORA, name: "Padaria Aurora" }]);
  expect(refusedOf(await prove("Nobody").catch((error) => error)).exit).toBe(3);
});

test("one that cannot be restored is named, and is well again once a new copy of it was brought", async () => {
  const noise = vi.spyOn(log, "error").mockImplementation(() => {});
  onTestFinished(() => noise.mockRestore());
  const { prove, place, backups } = await aServer(), folder = `${place}/v1/${AURORA}/base`;
  for (const { name } of Deno.readDirSync(folder)) {
    const bytes = Deno.readFileSync(`${folder}/${name}`);
    bytes[bytes.length - 20]! ^= 1;
    Deno.writeFileSync(`${folder}/${name}`, bytes);
  }
  const { sentence, exit } = refusedOf(await prove().catch((error) => error));
  expect([exit, sentence.split("\n").length]).toEqual([1, 1]);
  expect(sentence).toMatch(/place: Padaria Aurora: .*(cannot be opened|was changed|damaged)/);
  for (let nth = 0; nth < 2; nth++) await backups.current!.bringAll();
  expect((await prove(String(AURORA))).proven).toMatchObject([{ id: AURORA }]);
});

test("a file that neither the place nor the company has any more is missed by each proof, until it is given up", async () => {
  const noise = vi.spyOn(log, "error").mockImplementation(() => {});
  onTestFinished(() => noise.mockRestore());
  const { prove, place, backups, data, tenants } = await aServer(), aurora = tenants.company(AURORA);
  const path = `${data}/${AURORA}/media/retrato`, sound = `${place}-2`;
  await Deno.mkdir(sound);
  await addTarget(tenants, { kind: "folder", path: sound });
  backups.current!.openTargets();
  await Deno.writeTextFile(path, "um só!");
  await Deno.utime(path, 1, 1);
  const messageId = aurora.write((db) => aPicture(db, "retrato", 6));
  for (let nth = 0; nth < 2; nth++) await backups.current!.bringAll();
  expect((await prove(String(AURORA))).proven).toHaveLength(2);
  await Deno.remove(path);
  const media = `${place}/v1/${AURORA}/media`;
  for (const { name } of Deno.readDirSync(media)) {
    for (const object of Deno.readDirSync(`${media}/${name}`)) {
      await Deno.truncate(`${media}/${name}/${object.name}`, 9);
    }
  }
  const missed = async () => refusedOf(await prove(String(AURORA)).catch((error) => error)).sentence;
  for (let nth = 0; nth < 3; nth++) {
    // The other place has it, and is as good as before.
    expect(await missed()).toBe(`${place}: Padaria Aurora: 1 file is missing or damaged`);
    await backups.current!.bringAll();
  }
  await acceptLost(aurora, [{ messageId, file: "retrato", size: 6 }]);
  for (let nth = 0; nth < 2; nth++) await backups.current!.bringAll();
  expect((await prove(String(AURORA))).proven).toHaveLength(2);
});
