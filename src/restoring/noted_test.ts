import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { auditTable } from "../audit/table.ts";
import { log } from "../platform/log.ts";
import { tagTable } from "../tags/table.ts";
import { aBackedUpDesk } from "../testing/backed_up_desk.ts";
import { until } from "../testing/fixtures.ts";
import { passTime } from "../testing/pass_time.ts";

/** Lines of the server's log. */
let lines: { text: string; [name: string]: unknown }[];
beforeEach(() => {
  lines = [];
  vi.spyOn(log, "info").mockImplementation((text, given) => void lines.push({ text, ...given }));
});
afterEach(() => void vi.restoreAllMocks());

/** The same, with who makes calls, and what Aurora's log says of restorations. */
async function aBackedUpBalcao() {
  const desk = await aBackedUpDesk(), { tenants } = desk;
  return {
    ...desk,
    sue: desk.as("super@balcao.test"),
    ana: desk.as("ana@aurora.test"),
    noted: () => {
      const rows = tenants.company(2).read.select().from(auditTable).orderBy(auditTable.id).all();
      return rows.filter(({ what }) => what.startsWith("restores."))
        .map(({ what, who, userId, changes }) => ({ what, who, userId, changes }));
    },
  };
}

const minute = { field: "moment", before: null, after: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d/) };
const told = (text: RegExp) => expect.objectContaining({ text: expect.stringMatching(text), company: 2 });

describe("a restoration is said in the company's log and in the server's", () => {
  test("with the super user who has done it, and to which moment", async () => {
    const { sue, ana, noted } = await aBackedUpBalcao();
    await ana("POST", "/tags", { name: "Depois", color: "#112233" });
    await sue("POST", "/companies/2/restores", { at: null });
    const { ready } = await until(async () => {
      const { body } = await sue("GET", "/companies/2/restores");
      return body.state === "ready" && body;
    });
    const put = await sue("POST", "/companies/2/restores/apply", { moment: ready.moment });
    expect(put).toMatchObject({ status: 200, body: { moment: ready.moment } });
    const restored = { what: "restores.apply", who: "Suporte Balcão", userId: null };
    expect(noted()).toEqual([{ ...restored, changes: [{ ...minute, after: ready.moment }] }]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        text: "A company was brought back to an earlier moment",
        ...{ company: 2, moment: ready.moment, by: "super user 1" },
      }),
    );
    const undone = await sue("POST", "/companies/2/restores/undo");
    expect(undone.status).toBe(200);
    // Both are there, although the state is from before the first of them.
    expect(noted()).toEqual([
      { ...restored, changes: [minute] },
      { ...restored, what: "restores.undo", changes: [{ ...minute, after: undone.body.moment }] },
    ]);
    expect(lines).toContainEqual(told(/^A restoration was undone/));
  });

  test("with the command line that has done it: restored, undone, into a folder, as another company", async () => {
    const { have, noted, home } = await aBackedUpBalcao();
    await have("restore here", {});
    await have("restore undo", {});
    await have("restore to", { to: `${home}/there` });
    const { id } = await have("restore as", { as: "Aurora de antes" }) as { id: number };
    const command = { who: "balcao restore", userId: null };
    expect(noted()).toEqual([
      { ...command, what: "restores.apply", changes: [minute] },
      { ...command, what: "restores.undo", changes: [minute] },
      {
        ...{ ...command, what: "restores.copy" },
        changes: [minute, { field: "path", before: null, after: `${home}/there` }],
      },
      {
        ...{ ...command, what: "restores.beside" },
        changes: [minute, { field: "name", before: null, after: "Aurora de antes" }],
      },
    ]);
    for (const text of [/brought back/, /undone/, /written into a folder/]) expect(lines).toContainEqual(told(text));
    expect(lines).toContainEqual(expect.objectContaining({ made: id, by: "the command line" }));
  });
});

test("a company whose folder is gone is written into another one all the same, and the server's log says so", async () => {
  const { have, home, tenants } = await aBackedUpBalcao();
  await Deno.remove(`${tenants.folder}/2`, { recursive: true });
  tenants.checkAll();
  expect(await have("restore to", { to: `${home}/there` })).toMatchObject({ id: 2, to: `${home}/there` });
  expect(lines).toContainEqual(told(/written into a folder/));
});

test("what people did stays said when their company goes back to before they did it", async () => {
  const { have, ana, tenants } = await aBackedUpBalcao();
  const at = Date.now();
  passTime(1500);
  await ana("POST", "/tags", { name: "Depois", color: "#112233" });
  await have("restore here", { at });
  const { read } = tenants.company(2), what = read.select({ what: auditTable.what }).from(auditTable).all();
  expect(read.select({ name: tagTable.name }).from(tagTable).all()).not.toContainEqual({ name: "Depois" });
  expect(what.map((row) => row.what)).toEqual(expect.arrayContaining(["tags.add", "restores.apply"]));
});
