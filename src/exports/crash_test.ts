import { expect, onTestFinished, test } from "vitest";
import { listCompanies } from "../companies/companies.ts";
import { Tenants } from "../platform/tenants.ts";
import { purgeRemoved } from "../provisioning/remove.ts";
import { aPicture } from "../testing/exports.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { FROM_SOURCES, pause } from "../testing/process.ts";
import { forgetImports } from "./import_folders.ts";

/** `make crash` kills a hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 10);
const HOUR = 3_600_000;
/** How long (ms) a command may take, on machines that do other things, too. */
const PATIENCE = 120_000;
/** A moment (ms) in each part of what takes so long, one after the other. */
const somewhere = (nth: number, took: number) => (nth % KILLS + Math.random()) / KILLS * took;

/** Gives a command, and kills it so long (ms) after it has begun to work, unless it is done by then. How long it has lived. */
async function dieAt(words: string[], after: number): Promise<{ isDone: boolean; took: number }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, ...words],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.getReader();
  await reader.read();
  const begun = Date.now();
  await Promise.race([pause(after), child.status]);
  try {
    child.kill("SIGKILL");
  } catch { /* It has ended. */ }
  const { success: isDone } = await child.status;
  await reader.cancel();
  return { isDone, took: Date.now() - begun };
}

async function command(...words: string[]) {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args: [...FROM_SOURCES, ...words], stdin: "null" })
    .output();
  return { code, said: new TextDecoder().decode(stderr).trim() };
}

test(
  `killed ${KILLS} times each while it exports and imports, no half file passes for an export, and no half company is seen`,
  async () => {
    const data = await aDataFolder(), other = await aDataFolder(), home = await Deno.makeTempDir();
    onTestFinished(async () => {
      for (const folder of [data, other, home]) await Deno.remove(folder, { recursive: true });
    });
    const tenants = new Tenants(data), aurora = tenants.company(2);
    for (let nth = 0; nth < 60; nth++) {
      await Deno.writeFile(`${aurora.folder}/media/picture-${nth}`, new Uint8Array(1_000_000).fill(nth));
      aurora.write((db) => void aPicture(db, `picture-${nth}`, 1_000_000));
    }
    tenants.close();
    const whole = `${home}/whole.tar`, file = `${home}/killed.tar`;
    const exporting = (to: string) => ["company", "export", "2", to, "--data", data];
    let { took } = await dieAt(exporting(whole), PATIENCE);
    const { size } = await Deno.stat(whole);
    let killed = 0;
    for (let tries = 0; killed < KILLS && tries < KILLS * 10; tries++) {
      const { isDone, took: lived } = await dieAt(exporting(file), somewhere(tries, took));
      // The machine may have had more to do at the first time.
      if (isDone) took = Math.min(took, lived);
      const there = await Deno.stat(file).catch(() => undefined);
      if (!isDone) killed++;
      // It has its name, or it is not there; the sums of the next import say that it is whole.
      if (there) expect(there.size).toBe(size);
      if (isDone) expect(there).toBeDefined();
      if (there) await Deno.remove(file);
    }
    expect(killed).toBe(KILLS);
    expect(await command(...exporting(file))).toMatchObject({ code: 0 });
    expect([...Deno.readDirSync(home)].map(({ name }) => name).sort()).toEqual(["killed.tar", "whole.tar"]);

    const importing = (name: string) => ["company", "import", file, "--name", name, "--data", other];
    const first = await dieAt(importing("Aurora"), PATIENCE);
    expect(first.isDone).toBe(true);
    took = first.took;
    let prevented = 0;
    for (let tries = 0; prevented < KILLS && tries < KILLS * 2; tries++) {
      const name = `Aurora ${tries}`;
      const { isDone, took: lived } = await dieAt(importing(name), somewhere(tries, took));
      if (isDone) took = Math.min(took, lived);
      const there = new Tenants(other), seen = listCompanies(there).filter((one) => one.name === name);
      if (isDone) expect(seen).toHaveLength(1);
      if (seen.length === 0) prevented++;
      for (const { id } of seen) {
        const { read, folder } = there.company(id);
        expect(read.all("select count(*) as count from message_media" as never)).toEqual([{ count: 60 }]);
        expect([...Deno.readDirSync(`${folder}/media`)]).toHaveLength(60);
      }
      there.close();
    }
    expect(prevented).toBeGreaterThan(KILLS / 2);
    const after = new Tenants(other);
    await forgetImports(after);
    await purgeRemoved(after, new Date(Date.now() + 2 * HOUR));
    const folders = [...Deno.readDirSync(other)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
    expect(folders.map(Number).sort()).toEqual(listCompanies(after).map(({ id }) => id).sort());
    expect(listCompanies(after).filter(({ name }) => !name.startsWith("Aurora "))).toHaveLength(4);
    after.close();
  },
  120_000 + KILLS * 20_000,
);
