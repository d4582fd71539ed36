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
  const { home, tenants, ...both } = await twoServers(), first = both.export("aurora");
  await expect(both.export("aurora")).rejects.toThrow(`${home}/aurora is being written just now`);
  await first;
  expect(await both.import("aurora")).toMatchObject({ name: "Padaria Aurora", media: 1 });
  expect([namesIn(home), namesIn(tenants.folder).filter((name) => name.startsWith("exporting"))]).toEqual([
    ["aurora"],
    [],
  ]);
});
