import { expect, onTestFinished, test } from "vitest";
import { Backups } from "../backups/backups.ts";
import { newRecoveryKey, writeKey } from "../backups/recovery_key.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { messageTable } from "../messages/table.ts";
import { isThere } from "../platform/is_there.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, aTicket } from "../testing/fixtures.ts";
import { pause } from "../testing/process.ts";
import { howToRun } from "../testing/program.ts";
import { asides } from "./places.ts";
import { finishPutting } from "./put_in_place.ts";

/** `make crash` kills a hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 10);

/** Lets a process restore, and kills it so long (ms) after it has begun. Whether it was done before. */
async function dieRestoring(args: string[], after: number): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...howToRun("testing/restoring"), ...args],
    env: { BALCAO_LOG: "error" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let said = "";
  const begun = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += part;
      if (said.includes("begins")) begun.resolve();
    }
    begun.resolve();
  })();
  await begun.promise;
  await pause(after);
  try {
    child.kill("SIGKILL");
  } catch { /* It was quicker. */ }
  await Promise.all([child.status, reading]);
  return said.includes("done");
}

/** One that was killed early enough has not even made the folder. */
function left(data: string): string[] {
  const folder = `${data}/restores`;
  return isThere(folder) ? [...Deno.readDirSync(folder)].map(({ name }) => name) : [];
}

function write(tenants: Tenants, count: number): void {
  tenants.company(2).write((db) => {
    const { id: ticketId, contactId } = aTicket(db);
    const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
    for (let nth = 0; nth < count; nth++) {
      db.insert(messageTable).values({ ...who, wid: crypto.randomUUID(), body: "x".repeat(500), createdAt: Date.now() })
        .run();
    }
  });
}

test(
  `killed ${KILLS} times while a company is brought back, it is the one state or the other, whole, and the rest is tidy`,
  async () => {
    const data = await aDataFolder(), home = await Deno.makeTempDir({ prefix: "balcao-killed-" });
    onTestFinished(async () => {
      for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
    });
    const key = newRecoveryKey();
    writeKey(`${home}/key`, key);
    await Deno.mkdir(`${home}/copies`);
    const tenants = new Tenants(data);
    await addTarget(tenants, { kind: "folder", path: `${home}/copies` });
    const backups = new Backups(tenants, key);
    tenants.checkAll();
    write(tenants, 1000);
    await backups.bringAll();
    const moments = [Date.now()];
    await pause(1100);
    write(tenants, 700);
    await backups.bringAll();
    moments.push(Date.now());
    tenants.close();
    await backups.close();

    const states = [1000, 1700];
    let done = 0, finished = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      if (await dieRestoring([data, `${home}/key`, String(moments[kill % 2]!)], Math.random() * 400)) done++;
      const after = new Tenants(data);
      for (const { companyId, moment } of await finishPutting(after)) {
        expect([companyId, moment <= Math.max(...moments)]).toEqual([2, true]);
        finished++;
      }
      expect(after.checkAll([2]), `${kill}`).toHaveLength(1);
      const { read } = after.company(2);
      expect(states).toContain(read.select().from(messageTable).all().length);
      expect(read.get("pragma integrity_check")).toMatchObject({ integrity_check: "ok" });
      expect(after.checkAll([3])).toHaveLength(1);
      after.close();
      expect(left(data).filter((name) => /^\d/.test(name))).toEqual([]);
    }
    await pause(1000);
    const last = new Tenants(data);
    await finishPutting(last);
    last.close();
    expect(left(data)).toEqual([]);
    // It was killed on the way, and not only before or after.
    expect(done).toBeLessThan(KILLS);
    expect(asides(data).length).toBeGreaterThanOrEqual(done + finished);
  },
  120_000 + KILLS * 20_000,
);
