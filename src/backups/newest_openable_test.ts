import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { aBackedUp } from "../testing/backed_up.ts";
import { prefixOf } from "./keys.ts";
import { recover } from "./recover.ts";
import { folderTarget } from "./targets/folder.ts";

const AURORA = 2;

/** A place in which Aurora has two bases, with pieces on both, and what a recovery makes of it. */
async function aPlace() {
  const home = await Deno.makeTempDir({ prefix: "balcao-newest-" }), place = `${home}/place`;
  onTestFinished(() => Deno.remove(home, { recursive: true }));
  await Deno.mkdir(place);
  const backed = await aBackedUp({ kind: "folder", path: place }), target = folderTarget(place);
  await backed.later();
  for (const body of ["um", "dois"]) {
    backed.write(body);
    await backed.later();
  }
  backed.tenants.provider.write((db) => void db.run(sql`update companies set name = 'Oficina Sul' where id = 3`));
  await backed.night();
  await backed.later();
  for (const body of ["três", "quatro"]) {
    backed.write(body);
    await backed.later(60_000);
  }
  await backed.stop();
  const keysOf = async (what: "base" | "wal", companyId = AURORA) =>
    (await target.list(prefixOf(companyId, what))).map(({ key }) => key);
  return {
    ...{ home, target, keysOf },
    damage: async (key: string) => await Deno.truncate(`${place}/${key}`, 30),
    async recovered() {
      const data = `${home}/new`, said: string[] = [];
      const say = (text: string) => void said.push(text);
      const { done, failed } = await recover({ target, key: backed.key, data, say, settle: () => {} });
      return { data, said, done, failed, aurora: done.find(({ companyId }) => companyId === AURORA) };
    },
  };
}

function bodiesIn(data: string): string[] {
  const file = openDbFile(`${data}/${AURORA}/company.db`, { readonly: true });
  try {
    const { bodies } = file.one(
      "SELECT json_group_array(body) AS bodies FROM (SELECT body FROM messages ORDER BY id)",
    )!;
    return JSON.parse(String(bodies)).filter((body: string) => ["um", "dois", "três", "quatro"].includes(body));
  } finally {
    file.close();
  }
}

test("where the newest base is damaged the older one with all that followed leads to the same state", async () => {
  const place = await aPlace(), bases = await place.keysOf("base");
  expect(bases.length).toBe(2);
  await place.damage(bases[1]!);
  const { data, said, failed, aurora } = await place.recovered();
  expect([failed, aurora!.damage]).toEqual([[], undefined]);
  expect(said.some((each) => each.includes(`${bases[1]} `) && each.includes("newest state beside"))).toBe(true);
  expect(bodiesIn(data)).toEqual(["um", "dois", "três", "quatro"]);
});

test("where the older base does not lead so far, it is said of which moment the state is, and what is damaged", async () => {
  const place = await aPlace(), [, newest] = await place.keysOf("base");
  await place.damage(newest!);
  // What was written on the newest base has nothing to stand on without the end of what was before.
  const [first] = (await place.keysOf("wal")).filter((key) => key.endsWith(".end"));
  await place.damage(first!);
  const { data, failed, aurora } = await place.recovered();
  expect([failed, aurora!.damage]).toEqual([[], expect.stringContaining(newest!)]);
  expect(bodiesIn(data)).not.toContain("três");
  expect(aurora!.newest).toBeLessThan(Number(/base\/(\d+)/.exec(newest!)![1]));
});

test("what was written before a damaged piece is there, and nothing that comes after it", async () => {
  const place = await aPlace(), pieces = await place.keysOf("wal");
  await place.damage(pieces.at(-1)!);
  const { data, failed, aurora } = await place.recovered();
  expect([failed, aurora!.damage]).toEqual([[], expect.stringContaining(pieces.at(-1)!)]);
  expect(bodiesIn(data)).toEqual(["um", "dois", "três"]);
});

test("a company of which nothing can be opened is named with what to do, and keeps back no other", async () => {
  const place = await aPlace(), bases = await place.keysOf("base");
  for (const base of bases) await place.damage(base);
  const { done, failed } = await place.recovered();
  expect(done.map(({ companyId }) => companyId)).toEqual([0, 1, 3]);
  expect(failed).toEqual([expect.stringMatching(/^company 2: nothing of it can be opened here: .* from that one$/)]);
  expect(failed[0]).not.toMatch(/--from|--at/);
});

test("the provider's file comes from an older base, too; where there is none the recovery ends", async () => {
  const place = await aPlace(), bases = await place.keysOf("base", 0);
  expect(bases.length).toBe(2);
  await place.damage(bases[1]!);
  const { data, done, failed } = await place.recovered();
  expect([failed, done.map(({ companyId }) => companyId)]).toEqual([[], [0, 1, 2, 3]]);
  await Deno.remove(data, { recursive: true });
  await place.damage(bases[0]!);
  await expect(place.recovered()).rejects.toThrow(/^the provider's file: nothing of it can be opened here: /);
});
