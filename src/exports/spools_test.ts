import { expect, test } from "vitest";
import { twoServers } from "../testing/exports.ts";

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

test("what a killed export has left goes when it is said again, also where its file was there already", async () => {
  const { home, ...both } = await twoServers();
  await both.export("aurora");
  const left = `${home}/aurora.part/${crypto.randomUUID()}`;
  await Deno.mkdir(left, { recursive: true });
  await Deno.writeTextFile(`${left}/copy.db`, "half");
  await expect(both.export("aurora")).rejects.toThrow("is there already");
  expect(namesIn(home)).toEqual(["aurora"]);
});

test("of two exports into the same file at once the second is refused, and the first is whole", async () => {
  const { home, tenants, ...both } = await twoServers();
  // Which of them comes first is nobody's to say.
  const ends = await Promise.allSettled([both.export("aurora"), both.export("aurora")]);
  const refused = ends.flatMap((end) => end.status === "rejected" ? [(end.reason as Error).message] : []);
  expect(refused).toEqual([expect.stringContaining(`${home}/aurora is being written just now`)]);
  expect(await both.import("aurora")).toMatchObject({ name: "Padaria Aurora", media: 1 });
  expect([namesIn(home), namesIn(tenants.folder).filter((name) => name.startsWith("exporting"))]).toEqual([
    ["aurora"],
    [],
  ]);
});

test("a folder in which nothing can be made is said by the file's own name, and leaves no note", async () => {
  const { tenants, ...both } = await twoServers();
  await expect(both.export("x", { path: "/proc/aurora" })).rejects.toThrow(/^\/proc\/aurora cannot be written there$/);
  expect(namesIn(tenants.folder).filter((name) => name.startsWith("exporting"))).toEqual([]);
});
