import { afterAll, expect, test } from "vitest";
import { LIST_SHEET } from "../contract/contact_lists.ts";
import { aSheet } from "../testing/sheets.ts";
import { readApart, type ReadLimits } from "./read_apart.ts";

const folder = Deno.makeTempDirSync({ prefix: "balcao-sheets-" });
afterAll(() => Deno.removeSync(folder, { recursive: true }));

const ENOUGH: ReadLimits = { longest: 60_000, mostMemory: 1200 * 1024 * 1024, heap: 900 };
let nth = 0;

function file(bytes: Uint8Array): string {
  const path = `${folder}/${nth++}`;
  Deno.writeFileSync(path, bytes);
  return path;
}

const people = (count: number) =>
  file(
    aSheet([["nome", "numero"], ...Array.from({ length: count }, (_, nth) => [`Cliente ${nth}`, 5511900000000 + nth])]),
  );

/** How many rows were said, and with which code it was given up. */
async function readWith(path: string, limits: Partial<ReadLimits>) {
  let rows = 0;
  try {
    for await (
      const said of readApart(path, {}, { signal: new AbortController().signal, limits: { ...ENOUGH, ...limits } })
    ) {
      if ("rows" in said) rows += said.rows.length;
    }
    return { rows };
  } catch (error) {
    return { rows, code: (error as { code?: string }).code ?? error };
  }
}

test("a sheet that keeps its limits is read to its end", async () => {
  expect(await readWith(people(500), {})).toEqual({ rows: 500 });
});

test.each<[string, Partial<ReadLimits>]>([
  ["takes too long", { longest: 1 }],
  ["needs too much memory", { mostMemory: 1024 * 1024 }],
  ["makes too many objects", { heap: 20 }],
])("one that %s is given up, and says that it is too large", async (_, limits) => {
  expect(await readWith(people(20_000), limits)).toEqual({ rows: 0, code: "ERR_SHEET_TOO_LARGE" });
});

test("who stops listening ends the process", async () => {
  const path = people(LIST_SHEET.mostRows / 10);
  const reading = readApart(path, {}, { signal: new AbortController().signal });
  await reading.next();
  // It waits until the process has ended.
  await reading.return(undefined);
  const running = [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).filter(({ name }) => {
    try {
      return Deno.readTextFileSync(`/proc/${name}/cmdline`).includes(path);
    } catch {
      return false;
    }
  });
  expect(running).toEqual([]);
});

test("the process may read its file and nothing else", async () => {
  expect(await readWith(`${folder}/none`, {})).toEqual({ rows: 0, code: "ERR_SHEET_UNREADABLE" });
});
