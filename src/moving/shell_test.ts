import { expect, onTestFinished, test } from "vitest";
import { sql } from "drizzle-orm";
import { Tenants } from "../platform/tenants.ts";
import { aShell } from "../testing/command.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { anotherFolder } from "../testing/two_servers.ts";
import { SEALED } from "./sealed_rows.ts";

test("a company goes by a folder that both machines see, while nobody serves either", async () => {
  const here = await aDataFolder(), there = await anotherFolder(), way = await Deno.makeTempDir();
  onTestFinished(async () => {
    for (const folder of [here, there, way]) await Deno.remove(folder, { recursive: true });
  });
  const old = aShell(() => here), other = aShell(() => there);
  expect(await old("company", "move", "2", "--to", "https://desk2.example")).toMatchObject({
    code: 2,
    said: expect.stringContaining("--to is USER@HOST or a folder"),
  });
  const to = ["--to", way, "--address", "https://desk2.example/login"];
  const both = (...words: string[]) =>
    Promise.all([old("company", "move", ...words, ...to), other("company", "fetch", way)]);
  // Neither is asked of the other side, which might not even hear that somebody has called.
  const refused = await old("company", "move", "1", ...to);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("provider's own company stays") });
  const notYet = await old("company", "move", "2", "--back", ...to);
  expect(notYet).toMatchObject({ code: 1, said: expect.stringContaining("2 is not on its way") });

  const [left, came] = await both("2");
  expect(left.code, left.said).toBe(0);
  const moved = { id: 2, name: "Padaria Aurora", there: 2, address: "https://desk2.example", taken: [] };
  expect(left.answer).toMatchObject(moved);
  expect(came.code, came.said).toBe(0);
  expect(came.answer).toMatchObject({ id: 2, name: "Padaria Aurora" });
  expect([...Deno.readDirSync(way)]).toEqual([]);
  const namesIn = async (shell: typeof old) =>
    (await shell("company", "list")).answer.map(({ name }: { name: string }) => name);
  expect(await namesIn(old)).toEqual(["Balcão", "Oficina Norte"]);
  expect(await namesIn(other)).toEqual(["Outro provedor", "Padaria Aurora"]);
  // And back to where it was, beside what leads on from there.
  const home = [
    other("company", "move", "2", "--to", way, "--address", "https://desk.example"),
    old("company", "fetch", way),
  ];
  const [again] = await Promise.all(home);
  expect(again!.code, again!.said).toBe(0);
  expect(again!.answer).toMatchObject({ there: 4, taken: [] });
  expect(await namesIn(old)).toEqual(["Balcão", "Oficina Norte", "Padaria Aurora"]);
});

test("whatever a company's file keeps sealed is known to moves", async () => {
  const folder = await aDataFolder(), tenants = new Tenants(folder), { read } = tenants.company(2);
  onTestFinished(async () => {
    tenants.close();
    await Deno.remove(folder, { recursive: true });
  });
  const blobs = read.all<{ name: string }>(sql`select t.name || '.' || c.name as name
    from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and lower(c.type) = 'blob' and t.name not like '%\_search\_%' escape '\\'
    order by 1`).map(({ name }) => name);
  const sealed = SEALED.map(({ table, column }) => `${table}.${column}`).filter((name) => name !== "settings.value");
  expect(sealed.filter((name) => !blobs.includes(name))).toEqual([]);
  // What is in the others is no secret of the server's.
  expect(blobs.filter((name) => !sealed.includes(name))).toEqual([
    "messages.raw",
    "revisions.id",
    "whatsapp_journal.plain",
  ]);
});
