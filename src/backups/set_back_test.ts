import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { Tenants } from "../platform/tenants.ts";
import { aBackedUp } from "../testing/backed_up.ts";
import { startS3Store } from "../testing/s3_store.ts";
import { Backups } from "./backups.ts";
import { newestPlan, targetsToRestoreFrom } from "./newest_plan.ts";
import { keysOf } from "./recovery_key.ts";
import { namesAt, restoreFile, restoreMedia } from "./restore.ts";
import { chainsBroken } from "./status.ts";
import { addTarget, removeTarget } from "./targets/targets.ts";

const AURORA = 2,
  EMPTIED = "it has nothing of what was brought to it",
  SET_BACK = "it is not as it was left";

async function aFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-set-back-" });
  onTestFinished(() => Deno.remove(folder, { recursive: true }).catch(() => {}));
  return folder;
}

/** A place on a disk that can be taken away, as an unmounted one is: its mount point is an empty folder. */
async function aDisk() {
  const place = await aFolder(), away = `${place}.away`;
  onTestFinished(() => Deno.remove(away, { recursive: true }).catch(() => {}));
  return {
    place,
    async unmount() {
      await Deno.rename(place, away);
      await Deno.mkdir(place);
    },
    async mount() {
      await Deno.remove(place, { recursive: true });
      await Deno.rename(away, place);
    },
    there: () => [...Deno.readDirSync(place)].map(({ name }) => name),
  };
}

async function copied(from: string): Promise<string> {
  const to = `${await aFolder()}/copy`;
  const { success } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
  expect(success).toBe(true);
  return to;
}

/** What lies in the folder from now on; the folder stays the same one. */
async function setBack(folder: string, to: string): Promise<void> {
  const script = `find "$0" -mindepth 1 -delete && cp -a "$1/." "$0/"`;
  const { success } = await new Deno.Command("sh", { args: ["-c", script, folder, to] }).output();
  expect(success).toBe(true);
}

type Backed = Awaited<ReturnType<typeof aBackedUp>>;

/** The texts of the newest messages that Aurora's backup leads to, oldest first. */
async function restored({ tenants, key }: Pick<Backed, "tenants" | "key">, count: number): Promise<string[]> {
  const { plan, known } = await newestPlan(targetsToRestoreFrom(tenants, undefined), AURORA, Infinity);
  expect(plan.gap).toBeUndefined();
  const path = `${await aFolder()}/company.db`;
  await restoreFile(known.target, keysOf(key).data, plan, path);
  const file = openDbFile(path, { readonly: true });
  try {
    const rows = file.db.all<[string]>(sql`select body from messages order by id desc limit ${count}`);
    return rows.map((row) => Object.values(row)[0] as string).reverse();
  } finally {
    file.close();
  }
}

async function mediaIn({ tenants, key }: Backed): Promise<Record<string, string>> {
  const { known: { target } } = await newestPlan(targetsToRestoreFrom(tenants, undefined), AURORA, Infinity);
  const { data } = keysOf(key), folder = await aFolder(), found: Record<string, string> = {};
  for (const [name, hash] of await namesAt(target, data, AURORA, Infinity)) {
    await restoreMedia(target, data, { companyId: AURORA, hash }, `${folder}/${name}`);
    found[name] = Deno.readTextFileSync(`${folder}/${name}`);
  }
  return found;
}

async function addMedia({ data }: Backed, name: string): Promise<void> {
  await Deno.writeTextFile(`${data}/${AURORA}/media/${name}`, `foto ${name}`);
  await Deno.utime(`${data}/${AURORA}/media/${name}`, 1, 1);
}

const statusOf = ({ backups }: Pick<Backed, "backups">) => {
  const { fault, emptiedAt, backlog } = backups.status()[0]!;
  return { fault, isEmptied: emptiedAt !== null, waits: backlog.objects > 0 };
};

test("an empty mount point takes nothing and is told of; what waits goes to the disk when it is back", async () => {
  const disk = await aDisk(), backed = await aBackedUp({ kind: "folder", path: disk.place });
  backed.write("antes");
  await backed.later();
  expect(statusOf(backed)).toEqual({ fault: null, isEmptied: false, waits: false });
  await disk.unmount();
  backed.write("sem disco");
  await backed.later();
  expect(statusOf(backed)).toEqual({ fault: expect.stringContaining(EMPTIED), isEmptied: true, waits: true });
  expect(disk.there()).toEqual([]);
  // By night nothing of it is let go, and none of it is tried.
  await backed.night();
  expect(disk.there()).toEqual([]);
  await disk.mount();
  backed.write("depois");
  await backed.later();
  expect(statusOf(backed)).toEqual({ fault: null, isEmptied: false, waits: false });
  expect(await restored(backed, 3)).toEqual(["antes", "sem disco", "depois"]);
});

test("a server that starts with an empty mount point knows it, too", async () => {
  const disk = await aDisk(), { data, key, ...backed } = await aBackedUp({ kind: "folder", path: disk.place });
  backed.write("antes");
  await backed.later();
  await backed.stop();
  await disk.unmount();
  const tenants = new Tenants(data), backups = new Backups(tenants, key);
  onTestFinished(async () => {
    tenants.close();
    await backups.close(0);
  });
  tenants.checkAll();
  await backups.bringAll();
  expect(statusOf({ backups })).toMatchObject({ isEmptied: true });
  expect(disk.there()).toEqual([]);
  await disk.mount();
  await backups.bringAll();
  expect(statusOf({ backups })).toMatchObject({ fault: null, isEmptied: false });
  expect(await restored({ tenants, key }, 1)).toEqual(["antes"]);
});

test("a disk that goes right after it was looked at takes nothing with it", async () => {
  const disk = await aDisk(), backed = await aBackedUp({ kind: "folder", path: disk.place });
  backed.write("antes");
  await backed.later();
  await disk.unmount();
  backed.write("sem disco");
  vi.advanceTimersByTime(1000);
  // As each second: nobody looks first.
  backed.backups.tick();
  await vi.waitFor(() => expect(statusOf(backed)).toMatchObject({ isEmptied: true, waits: true }));
  await disk.mount();
  backed.write("depois");
  await backed.later();
  expect(await restored(backed, 3)).toEqual(["antes", "sem disco", "depois"]);
});

test("what is removed and added again after it was emptied is brought anew", async () => {
  const disk = await aDisk(), place = { kind: "folder", path: disk.place } as const, backed = await aBackedUp(place);
  await addMedia(backed, "a");
  backed.write("antes");
  await backed.later();
  await disk.unmount();
  backed.write("sem disco");
  await backed.later();
  removeTarget(backed.tenants, 1);
  await addTarget(backed.tenants, place);
  backed.backups.openTargets();
  await backed.later();
  await backed.later();
  expect(statusOf(backed)).toEqual({ fault: null, isEmptied: false, waits: false });
  expect(await restored(backed, 2)).toEqual(["antes", "sem disco"]);
  expect(await mediaIn(backed)).toEqual({ a: "foto a" });
});

test("a place that is set back to an older copy of itself is looked through, and what it lacks is taken again", async () => {
  const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path });
  await addMedia(backed, "a");
  backed.write("um");
  await backed.later();
  const older = await copied(path);
  await addMedia(backed, "b");
  backed.write("dois");
  await backed.later(30_000);
  await setBack(path, older);
  backed.write("três");
  vi.advanceTimersByTime(1000);
  backed.backups.tick();
  await vi.waitFor(() => expect(statusOf(backed).fault).toContain(SET_BACK));
  await backed.later();
  expect(statusOf(backed)).toEqual({ fault: null, isEmptied: false, waits: false });
  expect(await restored(backed, 3)).toEqual(["um", "dois", "três"]);
  expect(await mediaIn(backed)).toEqual({ a: "foto a", b: "foto b" });
  expect(chainsBroken(backed.backups.ledger)).toMatchObject([
    { companyId: AURORA, isStill: false, why: expect.stringMatching(/^place 1: /) },
  ]);
});

test("a store that has lost what it was brought last is found out at once", async () => {
  const store = await startS3Store(), backed = await aBackedUp(store.place);
  onTestFinished(() => store.stop());
  backed.write("um");
  await backed.later();
  store.lie("forget", 1, /^PUT .*\/2\/wal\//);
  backed.write("dois");
  await backed.later();
  expect(statusOf(backed).fault).toBeNull();
  await backed.later();
  expect(statusOf(backed)).toEqual({ fault: null, isEmptied: false, waits: false });
  expect(await restored(backed, 2)).toEqual(["um", "dois"]);
});

test("a data folder that is set back begins anew: what it wrote before and after is not mixed", async () => {
  const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path });
  backed.write("um");
  await backed.later();
  await backed.stop();
  const older = await copied(backed.data);
  const served = () => {
    const tenants = new Tenants(backed.data), backups = new Backups(tenants, backed.key);
    tenants.checkAll();
    const stop = async () => {
      tenants.close();
      await backups.close(0);
    };
    const write = (body: string) =>
      tenants.company(AURORA).write((db) =>
        void db.run(sql`update messages set body = ${body} where id = (select max(id) from messages)`)
      );
    return { tenants, backups, stop, write, key: backed.key };
  };
  const before = served();
  for (const body of ["dois", "três", "quatro"]) {
    before.write(body);
    vi.advanceTimersByTime(1000);
    await before.backups.bringAll();
  }
  vi.advanceTimersByTime(60_000);
  before.write("cinco");
  await before.backups.bringAll();
  await before.stop();
  await setBack(backed.data, older);
  const after = served();
  onTestFinished(after.stop);
  after.write("depois");
  vi.advanceTimersByTime(1000);
  await after.backups.bringAll();
  await after.backups.bringAll();
  expect(statusOf(after).fault).toBeNull();
  expect(await restored(after, 1)).toEqual(["depois"]);
});

test("what is deleted because nobody needs it any more is not missed", async () => {
  const path = await aFolder(), backed = await aBackedUp({ kind: "folder", path }), { ledger } = backed.backups;
  await backed.later();
  backed.write("um");
  await backed.later();
  const { newest } = ledger.placeOf(1, 0)!;
  expect(newest).toMatch(/^v1\/2\/wal\//);
  ledger.forgetNewest(["v1/2/wal/another"]);
  expect(ledger.placeOf(1, 0)).toMatchObject({ newest });
  ledger.forgetNewest([newest!]);
  await Deno.remove(`${path}/${newest}`);
  await backed.later(30_000);
  expect(statusOf(backed).fault).toBeNull();
});
