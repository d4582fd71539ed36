import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { moveOf } from "../companies/moved.ts";
import { companyRow, listCompanies } from "../companies/companies.ts";
import { connectionTable } from "../connections/table.ts";
import { contactTable } from "../contacts/table.ts";
import { log } from "../platform/log.ts";
import { Tenants } from "../platform/tenants.ts";
import { aPicture } from "../testing/exports.ts";
import { areLinesHeld, holdLines } from "../supervisor/held_lines.ts";
import { aDataFolder, companiesOf } from "../testing/fixtures.ts";
import { anotherFolder } from "../testing/two_servers.ts";
import { forgetEarlier, preparedArrivals, sweepArrivals } from "./arrivals.ts";
import { arrive, finishArrivals } from "./arrive.ts";
import { companySize } from "./company_size.ts";
import { moveIn } from "./move_in.ts";
import { bringBack, moveOut } from "./move_out.ts";
import { Talk, type Way } from "./talk.ts";

const ADDRESS = "https://desk2.example", DAY = 86_400_000;

async function twoPlaces() {
  const folders = [await aDataFolder(), await anotherFolder()];
  const [here, there] = folders.map((folder) => new Tenants(folder)) as [Tenants, Tenants];
  const aurora = here.company(2);
  await Deno.writeFile(`${aurora.folder}/media/picture`, new Uint8Array(3_000_000).fill(7));
  aurora.write((db) => void aPicture(db, "picture", 3_000_000));
  onTestFinished(async () => {
    for (const tenants of [here, there]) tenants.close();
    for (const folder of folders) await Deno.remove(folder, { recursive: true });
  });
  return { here, there };
}

type Change = (bytes: Uint8Array) => Uint8Array | undefined;

/**
 * A way between two of one process; what goes to the other side passes `change`, which cuts the way by answering nothing. The
 * other's answers break off at the word `unheard`.
 */
function aWay(change: Change = (bytes) => bytes, unheard?: string): [Way, Way] {
  const back = aPipe((bytes) => said(bytes) === unheard ? undefined : bytes), forth = aPipe(change);
  return [
    { readable: back.readable, writable: forth.writable },
    { readable: forth.readable, writable: back.writable },
  ];
}

function aPipe(change: Change) {
  return new TransformStream<Uint8Array, Uint8Array>(
    {
      transform(bytes, controller) {
        const changed = change(bytes);
        if (changed) controller.enqueue(changed);
        else controller.error(new Error("cut"));
      },
    },
    undefined,
    // A pipe takes a few words without a reader.
    { highWaterMark: 20 },
  );
}

const own = { say: () => {}, signal: new AbortController().signal, product: "0.1.0" };

test("a file that was only half brought back does not move, and does not count", async () => {
  const { here, there } = await twoPlaces();
  await Deno.writeTextFile(`${here.folder}/2/media/half.part`, "half");
  expect((await companySize(`${here.folder}/2`)).media).toBe(1);
  const { came } = await moved({ here, there });
  const { id } = came as { id: number };
  expect([...Deno.readDirSync(`${there.folder}/${id}/media`)].map(({ name }) => name)).toEqual(["picture"]);
});

/** Both sides of a move; what became of each. */
async function moved(
  { here, there }: { here: Tenants; there: Tenants },
  change?: Change,
  name?: string,
  unheard?: string,
) {
  const [out, into] = aWay(change, unheard);
  const [left, came] = await Promise.allSettled([
    moveOut({ ...own, tenants: here, companyId: 2, way: out, address: ADDRESS, name }),
    moveIn({ ...own, tenants: there, way: into }),
  ]);
  return {
    left: left.status === "fulfilled" ? left.value : (left.reason as Error).message,
    came: came.status === "fulfilled" ? came.value : (came.reason as Error).message,
  };
}

const noWork = async () => {};
const said = (bytes: Uint8Array) => /"say":"(\w+)"/.exec(new TextDecoder().decode(bytes.subarray(0, 300)))?.[1];
const namesOf = (tenants: Tenants) => listCompanies(tenants).map(({ name }) => name);
const arriving = ({ folder }: Tenants) => {
  try {
    return [...Deno.readDirSync(`${folder}/arriving`)];
  } catch {
    return [];
  }
};

/** Its people and its picture are there, and it takes what is written. */
function isServed(tenants: Tenants): void {
  const company = tenants.company(2);
  company.write((db) => void aPicture(db, "another", 1));
  expect(company.read.select().from(contactTable).all().length).toBeGreaterThan(0);
  expect(Deno.statSync(`${company.folder}/media/picture`).size).toBe(3_000_000);
}

test.each([
  ["a changed page", "piece", /What has arrived is not what was sent|It cannot be taken in/],
  ["a changed picture", "more", /picture is not what was sent/],
  ["changed secrets", "company", /What was sent of the company's row and secrets cannot be read/],
])("%s on the way is noticed: the company stays where it is, and nothing is left there", async (_, what, why) => {
  const places = await twoPlaces();
  let pieces = 0;
  const { left, came } = await moved(places, (bytes) => {
    // In a page that is looked through early it is found then.
    if (said(bytes) === what && (what !== "piece" || ++pieces > 1)) bytes[bytes.length - 5]! ^= 1;
    return bytes;
  });
  expect(left).toMatch(why);
  expect(came).toBeTypeOf("string");
  isServed(places.here);
  expect(namesOf(places.there)).toEqual(["Outro provedor"]);
  expect(arriving(places.there)).toEqual([]);
});

test.each(["offer", "media", "look", "company", "whole"])("a way that breaks at %s changes nothing", async (what) => {
  const places = await twoPlaces();
  const { left } = await moved(places, (bytes) => said(bytes) === what ? undefined : bytes);
  expect(left).toContain("The other side has hung up");
  isServed(places.here);
  expect(moveOf(places.here, 2)).toBeUndefined();
  expect([namesOf(places.there), arriving(places.there)]).toEqual([["Outro provedor"], []]);
  // And the next try finds nothing in its way.
  expect((await moved(places)).left).toMatchObject({ id: 2, address: ADDRESS });
});

test("a company that comes to where lines are held has its own, which the other side has let go of", async () => {
  const places = await twoPlaces(), { folder } = places.there;
  holdLines(folder);
  const { left } = await moved(places), { id } = left as { id: number };
  expect([areLinesHeld(folder, 1), areLinesHeld(folder, id)]).toEqual([true, false]);
});

test("why a company is not sent is said on both sides", async () => {
  const places = await twoPlaces(), { aurora } = companiesOf(places.here);
  holdLines(places.here.folder);
  aurora.write((db) => void db.update(connectionTable).set({ shouldRun: true }).run());
  const { left, came } = await moved(places);
  expect(left).toContain("balcao lines start first");
  expect(came).toBe(`The other side does not send it: ${left}`);
});

test("a company whose lines are held is not moved away with them: they may be served where it was recovered from", async () => {
  const places = await twoPlaces(), { aurora } = companiesOf(places.here);
  holdLines(places.here.folder);
  aurora.write((db) => void db.update(connectionTable).set({ shouldRun: true }).run());
  expect((await moved(places)).left).toContain("balcao lines start first");
  isServed(places.here);
  // One without lines may go.
  aurora.write((db) => void db.update(connectionTable).set({ shouldRun: false }).run());
  expect((await moved(places)).left).toMatchObject({ id: 2 });
});

test("one that was handed over and whose last word got lost is served by nobody until it is said again", async () => {
  const places = await twoPlaces(), { here, there } = places;
  const { left } = await moved(places, (bytes) => said(bytes) === "go" ? undefined : bytes);
  expect(left).toContain("give the same command again");
  expect(companyRow(here, 2)?.removedAt).not.toBeNull();
  expect(namesOf(there)).toEqual(["Outro provedor"]);
  // A start in between changes nothing.
  await finishArrivals(there, Date.now());
  expect((await moved(places)).left).toMatchObject({ id: 2, address: ADDRESS });
  expect(namesOf(there)).toEqual(["Outro provedor", "Padaria Aurora"]);
  expect(arriving(there)).toEqual([]);
  isServed(there);
  expect(moveOf(here, 2)?.confirmedAt).not.toBeNull();
});

test("a whole copy whose being called off got lost goes with the next offer of that company, or after a month", async () => {
  const places = await twoPlaces(), { here, there } = places;
  const lose = async () => {
    const { left } = await moved(
      places,
      (bytes) => said(bytes) === "forget" ? undefined : bytes,
      undefined,
      "prepared",
    );
    expect(left).toContain("The other side has hung up");
    isServed(here);
    return preparedArrivals(there.folder, there.provider.read);
  };
  const [first, ...more] = await lose();
  expect([first, more]).toEqual([expect.objectContaining({ name: "Padaria Aurora" }), []]);
  const [second, ...others] = await lose();
  expect([second!.moveId === first!.moveId, others]).toEqual([false, []]);
  // Another company's is not this one's to throw away.
  await forgetEarlier(there, "another/2");
  await sweepArrivals(there, second!.at + 29 * DAY);
  expect(arriving(there).map(({ name }) => name)).toEqual([second!.moveId]);
  await sweepArrivals(there, second!.at + 31 * DAY);
  expect(arriving(there)).toEqual([]);
});

test("the same can be taken back, and the other side then has nothing of it; not once it is served there", async () => {
  const places = await twoPlaces(), { here, there } = places;
  await moved(places, (bytes) => said(bytes) === "go" ? undefined : bytes);
  const back = async () => {
    const [out, into] = aWay();
    const [taken] = await Promise.allSettled([
      bringBack({ tenants: here, companyId: 2, way: out }),
      moveIn({ ...own, tenants: there, way: into }),
    ]);
    return taken.status === "fulfilled" ? "back" : String(taken.reason.message);
  };
  expect(await back()).toBe("back");
  expect([moveOf(here, 2), arriving(there)]).toEqual([undefined, []]);
  isServed(here);
  await moved(places, (bytes) => said(bytes) === "go" ? undefined : bytes);
  // It was heard there after all.
  const { moveId } = moveOf(here, 2)!;
  await arrive(there, moveId, Date.now());
  expect(await back()).toContain("served here already");
  expect(companyRow(here, 2)?.removedAt).not.toBeNull();
});

test("what the provider's file has of a company and nobody can read is said plainly on both sides, and noted", async () => {
  const places = await twoPlaces(), warned = vi.spyOn(log, "warn");
  places.here.provider.write((db) => void db.run(sql`update companies set created_at = 'x' where id = 2`));
  const [out, into] = aWay(), supervisor = { stopAll: noWork, startAll: noWork, find: () => undefined };
  const sides = await Promise.allSettled([
    moveOut({ ...own, tenants: places.here, companyId: 2, way: out, address: ADDRESS, supervisor }),
    moveIn({ ...own, tenants: places.there, way: into }),
  ]);
  const [left, came] = sides.map((side) => side.status === "rejected" && side.reason.message);
  const sentence = expect.stringMatching(/^What was sent of the company's row and secrets cannot be read/);
  expect([left, came]).toEqual([sentence, sentence]);
  expect(warned).toHaveBeenCalledWith(
    "A company could not be moved to another server",
    expect.objectContaining({ company: 2, why: sentence }),
  );
  isServed(places.here);
  expect(arriving(places.there)).toEqual([]);
});

test("a server of an older version, one without the room, and one with such a company refuse before anything stops", async () => {
  const places = await twoPlaces(), { here, there } = places;
  const [out, into] = aWay();
  const talk = new Talk(into);
  const old = moveOut({ ...own, tenants: here, companyId: 2, way: out, address: ADDRESS });
  await talk.say({ say: "hello", protocol: 1, version: "0.0.9", schema: 3, address: "", key: "x" });
  await expect(old).rejects.toThrow(/Balcão 0\.0\.9, which knows schema 3; the company has \d+: upgrade that server/);
  const nothing = moveOut({
    ...own,
    tenants: here,
    companyId: 2,
    address: ADDRESS,
    way: strange("ssh: no route to host\n"),
  });
  await expect(nothing).rejects.toThrow("does not speak as a Balcão");
  expect((await moved(places, undefined, "Outro provedor")).left).toContain("There is a company Outro provedor there");
  const [asker, asked] = aWay(), coming = moveIn({ ...own, tenants: there, way: asked }), large = new Talk(asker);
  const { schema, key } = await large.expect("hello");
  const moveId = crypto.randomUUID(), version = "0.1.0";
  await large.say({ say: "offer", version, moveId, name: "Grande", schema, key, size: 1e15, media: 1 });
  await expect(large.expect("accepted")).rejects.toThrow(
    /The disk there has \d+ MB free, and 1000000050 MB are needed/,
  );
  await expect(coming).rejects.toThrow("are needed");
  expect(arriving(there)).toEqual([]);
  isServed(here);
});

/** A way on which somebody says something else. */
function strange(text: string): Way {
  return {
    readable: ReadableStream.from([new TextEncoder().encode(text)]),
    writable: new WritableStream(),
  };
}
