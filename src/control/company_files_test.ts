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
    (["taken", "kept", "lost"] as const).map((name) => aPicture(db, name, 6))
  );
  await Deno.writeTextFile(`${media}/taken`, "um só!");
  await Deno.utime(`${media}/taken`, 1, 1);
  await backups.bringAll();
  await backups.bringAll();
  await Deno.remove(`${media}/taken`);
  await Deno.mkdir(aside, { recursive: true });
  await Deno.writeTextFile(`${aside}/kept`, "outro!");
  return {
    ...{ data, home, media, tenants, ids: { taken: taken!, kept: kept!, lost: lost! } },
    files: (input: object = {}) =>
      run("company files", { company: String(AURORA), isAccepted: false, keyPath, ...input }, {
        ...{ tenants, data, say: () => {}, signal: new AbortController().signal },
      }) as Promise<{ brought: unknown[]; lost: unknown[]; accepted: number; unasked: unknown[] }>,
  };
}

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
  const { files, data, tenants, ids } = await threeGone(), aurora = tenants.company(AURORA);
  const read = (id: number) => id === 0 ? tenants.provider.read : tenants.company(id).read;
  const patient = { folder: data, version: "test", now: Date.now(), isDeep: true, proc: "", read };
  const gone = async () => (await mediaCheck.look(patient)).filter(({ company }) => company === AURORA);
  expect(await gone()).toMatchObject([{ what: "media_missing", facts: { count: 3 } }]);
  const told: unknown[] = [];
  const person = { id: 1, profile: "admin", queueIds: [] };
  aurora.hub.join({ person, sessionId: "", send: (event: Published) => told.push(event), close() {} } as never);
  expect(await files({ isAccepted: true })).toMatchObject({ accepted: 1, lost: [{ file: "lost" }] });
  expect(await gone()).toEqual([]);
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
