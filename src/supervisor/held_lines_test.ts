import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { auditTable } from "../audit/table.ts";
import { companyTable } from "../companies/table.ts";
import { connectionTable } from "../connections/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { areLinesHeld, exceptFromHeld, holdLines, releaseLines } from "./held_lines.ts";
import { startHeldLines } from "./start_held.ts";

const AURORA = 2, NORTE = 3;

/** A recovered installation: a line of each company ran in the one that it was made from. */
async function aRecovered() {
  const balcao = await aBalcao(), started: number[] = [];
  onTestFinished(() => balcao.close());
  vi.spyOn(balcao.supervisor, "start").mockImplementation(async ({ id }) => void started.push(id));
  for (const company of [balcao.aurora, balcao.norte]) {
    company.write((db) => {
      db.delete(connectionTable).run();
      const now = Date.now(), line = { name: "Loja", since: now, createdAt: now, updatedAt: now };
      const state = { status: "CONNECTED", situation: "connected", shouldRun: true } as const;
      db.insert(connectionTable).values({ ...line, ...state }).run();
    });
  }
  holdLines(balcao.folder);
  return { ...balcao, started };
}

test("the lines of who was removed or moved away stay down when those of a recovered installation start", async () => {
  const { supervisor, tenants, started } = await aRecovered();
  tenants.provider.write((db) =>
    db.update(companyTable).set({ removedAt: Date.now() }).where(eq(companyTable.id, NORTE)).run()
  );
  expect(startHeldLines(tenants, supervisor)).toBe(true);
  await vi.waitFor(() => expect(started).toContain(AURORA));
  await supervisor.startAll(tenants.checkAll());
  expect(new Set(started)).toEqual(new Set([AURORA]));
});

test("no line of a recovered installation starts but those of a company that came since", async () => {
  const { supervisor, aurora, norte, folder, started } = await aRecovered();
  await supervisor.startAll([aurora, norte]);
  expect(started).toEqual([]);
  exceptFromHeld(folder, NORTE);
  exceptFromHeld(folder, NORTE);
  await supervisor.startAll([aurora, norte]);
  expect(started).toEqual([NORTE]);
  expect([areLinesHeld(folder), areLinesHeld(folder, AURORA), areLinesHeld(folder, NORTE)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([releaseLines(folder), releaseLines(folder), areLinesHeld(folder, AURORA)]).toEqual([true, false, false]);
  // Where none are held, a company that comes holds none.
  exceptFromHeld(folder, NORTE);
  expect(areLinesHeld(folder)).toBe(false);
});

test("what an earlier version has written, or what is damaged, holds all lines", async () => {
  const { folder } = await aRecovered();
  for (const text of ["", "{", '{"except":"3"}', "null"]) {
    Deno.writeTextFileSync(`${folder}/lines.held`, text);
    expect([text, areLinesHeld(folder), areLinesHeld(folder, NORTE)]).toEqual([text, true, true]);
  }
});

test("super users alone let the lines start, once, and that is noted", async () => {
  const { as, supervisor, provider, folder, started } = await aRecovered(), sue = as("super@balcao.test");
  expect((await as("ana@aurora.test")("POST", "/lines/start")).status).toBe(403);
  expect((await as(undefined)("POST", "/lines/start")).status).toBe(401);
  expect(areLinesHeld(folder)).toBe(true);
  expect(await sue("POST", "/lines/start")).toMatchObject({ status: 200, body: { wereHeld: true } });
  expect(areLinesHeld(folder)).toBe(false);
  await vi.waitFor(() => expect(started.toSorted()).toEqual([AURORA, NORTE]), 10_000);
  expect(await sue("POST", "/lines/start")).toMatchObject({ status: 200, body: { wereHeld: false } });
  await supervisor.closeAll();
  const noted = provider.read.select().from(auditTable).where(eq(auditTable.what, "lines.start")).all();
  expect(noted.map(({ who }) => who)).toEqual(["Suporte Balcão", "Suporte Balcão"]);
});
