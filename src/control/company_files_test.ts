import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { auditTable } from "../audit/table.ts";
import { Backups } from "../backups/backups.ts";
import { newRecoveryKey, writeKey } from "../backups/recovery_key.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { media as mediaCheck } from "../doctor/checks/media.ts";
import { mediaTable } from "../messages/table.ts";
import type { Published } from "../platform/hub.ts";
import { Tenants } from "../platform/tenants.ts";
import { aPicture } from "../testing/exports.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { FROM_SOURCES } from "../testing/process.ts";
import { refusedOf } from "./refused.ts";
import { run } from "./run.ts";

const AURORA = 2;

/** Aurora, with a place that has one of her pictures, a state set aside that has another, and one that is nowhere. */
async function threeGone() {
  const data = await aDataFolder(), home = await Deno.makeTempDir(), keyPath = `${home}/key`;
  const key = newRecoveryKey(), tenants = new Tenants(data), media = `${data}/${AURORA}/media`;
  const aside = `${data}/aside/${AURORA}.${Date.now()}/media`;
  writeKey(keyPath, key);
  await Deno.mkdir(`${home}/place`);
  await addTarget(tenants, { kind: "folder", path: `${home}/place` });
  const backups = new Backups(tenants, key);
  tenants.checkAll();
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
    for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  });
  const [taken, kept, lost] = tenants.company(AURORA).write((db) =>
    (["taken", "kept", "lost"] as const).map((name) => aPicture(db, name, name === "taken" ? 7 : 6))
  );
  await Deno.writeTextFile(`${media}/taken`, "um só!");
  await Deno.utime(`${media}/taken`, 1, 1);
  await backups.bringAll();
  await backups.bringAll();
  await Deno.remove(`${media}/taken`);
  await Deno.mkdir(aside, { recursive: true });
  await Deno.writeTextFile(`${aside}/kept`, "outro!");
  return {
    ...{ data, home, keyPath, media, tenants, backups, ids: { taken: taken!, kept: kept!, lost: lost! } },
    files: (input: object = {}) =>
      run("company files", { company: String(AURORA), isAccepted: false, keyPath, ...input }, {
        ...{ tenants, data, say: () => {}, signal: new AbortController().signal },
      }) as Promise<{ brought: unknown[]; lost: unknown[]; accepted: number; unasked: unknown[] }>,
  };
}

type Gone = Awaited<ReturnType<typeof threeGone>>;

/** How many of Aurora's files the doctor misses. */
async function missed({ data, tenants }: Gone, isDeep: boolean): Promise<number> {
  const read = (id: number) => id === 0 ? tenants.provider.read : tenants.company(id).read;
  const patient = { folder: data, version: "test", now: Date.now(), isDeep, proc: "", read };
  const found = (await mediaCheck.look(patient)).find(({ company }) => company === AURORA);
  return found ? (found.facts as { count: number }).count : 0;
}

/** The only object of Aurora's media at the place. */
function objectOf({ home }: Gone): string {
  const folder = `${home}/place/v1/${AURORA}/media`, [two] = [...Deno.readDirSync(folder)];
  const [object] = [...Deno.readDirSync(`${folder}/${two!.name}`)];
  return `${folder}/${two!.name}/${object!.name}`;
}

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

test("files that are gone come back from a place or a state set aside, and one that is nowhere is told by whose it was", async () => {
  const { files, media, ids } = await threeGone();
  const found = await files();
  expect(found).toMatchObject({
    of: 3,
    brought: [{ file: "kept" }, { file: "taken" }],
    lost: [{ file: "lost", messageId: ids.lost, contact: "Mariana Lopes", kind: "image", name: "x.jpg" }],
    ...{ accepted: 0, unasked: [] },
  });
  expect(await Deno.readTextFile(`${media}/taken`)).toBe("um só!");
  expect(await Deno.readTextFile(`${media}/kept`)).toBe("outro!");
  expect(await files()).toMatchObject({ brought: [], lost: [{ file: "lost" }] });
});

test("one that is accepted as lost is looked for no more: its message says so to who has it open, and the company's log keeps it", async () => {
  const all = await threeGone(), { files, tenants, ids } = all, aurora = tenants.company(AURORA);
  expect(await missed(all, true)).toBe(3);
  const told: unknown[] = [];
  const person = { id: 1, profile: "admin", queueIds: [] };
  aurora.hub.join({ person, sessionId: "", send: (event: Published) => told.push(event), close() {} } as never);
  expect(await files({ isAccepted: true })).toMatchObject({ accepted: 1, lost: [{ file: "lost" }] });
  expect(await missed(all, true)).toBe(0);
  const row = aurora.read.select().from(mediaTable).where(eq(mediaTable.messageId, ids.lost)).get();
  expect(row).toMatchObject({ state: "unavailable", file: null });
  expect(told).toMatchObject([{
    name: "appMessage",
    payload: { message: { id: ids.lost, media: { state: "unavailable" } } },
  }]);
  expect(aurora.read.select().from(auditTable).all()).toMatchObject([
    { what: "files.accept", who: "balcao company files", changes: [{ field: "count", after: "1" }] },
  ]);
  expect(await files()).toMatchObject({ of: 2, brought: [], lost: [] });
});

test("nothing is accepted as lost while a place cannot be asked, or the key is away", async () => {
  const { files, home, tenants, ids } = await threeGone();
  const still = () => tenants.company(AURORA).read.select().from(mediaTable).all().filter(({ file }) => file !== null);
  await Deno.rename(`${home}/place`, `${home}/away`);
  expect(await files()).toMatchObject({
    lost: [{ file: "lost" }, { file: "taken" }],
    unasked: [{ place: `${home}/place` }],
  });
  expect(refusedOf(await files({ isAccepted: true }).catch((error) => error))).toMatchObject({
    sentence: expect.stringContaining("could not be asked"),
  });
  expect(still()).toHaveLength(3);
  await Deno.rename(`${home}/away`, `${home}/place`);
  const refused = refusedOf(await files({ isAccepted: true, keyPath: `${home}/none` }).catch((error) => error));
  expect(refused.sentence).toContain("balcao backup key --words");
  expect(still()).toHaveLength(3);
  expect(ids.lost).toBeGreaterThan(0);
});

test("one that was altered is missed by the doctor, and the good copy takes its place; one without stays, and can be given up", async () => {
  const gone = await threeGone(), { files, media } = gone;
  await files();
  for (const name of ["taken", "kept", "lost"]) await Deno.writeTextFile(`${media}/${name}`, "x");
  // The state that was set aside has the same file, and so what was written into it.
  expect([await missed(gone, true), await missed(gone, false)]).toEqual([3, 3]);
  expect(await files()).toMatchObject({
    of: 3,
    brought: [{ file: "taken" }],
    lost: [{ file: "lost", faulty: [] }, { file: "kept", faulty: [] }],
  });
  expect(namesIn(media)).toEqual(["kept", "lost", "taken"]);
  expect(await Deno.readTextFile(`${media}/taken`)).toBe("um só!");
  expect(await Deno.readTextFile(`${media}/lost`)).toBe("x");
  expect(await files({ isAccepted: true })).toMatchObject({ accepted: 2 });
  expect([await missed(gone, true), await Deno.readTextFile(`${media}/kept`)]).toEqual([0, "x"]);
});

test("an altered file gets the good copy of a state set aside without a byte of that being touched", async () => {
  const { files, media, data } = await threeGone(), aside = `${data}/aside/${namesIn(`${data}/aside`)[0]}/media/kept`;
  await Deno.writeTextFile(`${media}/kept`, "um outro");
  expect(await files()).toMatchObject({ brought: [{ file: "kept" }, { file: "taken" }] });
  expect([await Deno.readTextFile(`${media}/kept`), await Deno.readTextFile(aside)]).toEqual(["outro!", "outro!"]);
  expect(namesIn(media)).toEqual(["kept", "taken"]);
});

test("a place whose copy is damaged, gone or of another size is named, leaves no half file, and keeps back no giving up", async () => {
  const gone = await threeGone(), { files, home, keyPath, media, data, tenants } = gone, object = objectOf(gone);
  const place = `${home}/place`, whole = await Deno.readFile(object);
  const faulty = async () => ((await files()).lost as { file: string; faulty: unknown[] }[])[1];
  tenants.company(AURORA).write((db) =>
    void db.update(mediaTable).set({ size: 8 }).where(eq(mediaTable.file, "taken")).run()
  );
  expect(await faulty()).toMatchObject({ file: "taken", faulty: [{ place, is: "other size" }] });
  await Deno.writeFile(object, whole.subarray(0, whole.length - 1));
  expect(await faulty()).toMatchObject({ file: "taken", faulty: [{ place, is: "damaged" }] });
  expect(namesIn(media)).toEqual(["kept"]);
  const args = [...FROM_SOURCES, "company", "files", String(AURORA), "--data", data];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    env: { BALCAO_BACKUP_KEY: keyPath },
  })
    .output();
  const [out, said] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  expect(out).toMatch(new RegExp(`^missing\\t.*\\ttaken\\tdamaged at ${place}$`, "m"));
  expect(out).toMatch(/^missing\t.*\tlost$/m);
  expect(code).toBe(1);
  expect(said).toContain(`Some are damaged or gone at ${place}: mend that first`);
  await Deno.remove(object);
  expect(await faulty()).toMatchObject({ file: "taken", faulty: [{ place, is: "gone" }] });
  expect(await files({ isAccepted: true })).toMatchObject({ accepted: 2, lost: [{ file: "lost" }, { file: "taken" }] });
  expect(namesIn(media)).toEqual(["kept"]);
});
