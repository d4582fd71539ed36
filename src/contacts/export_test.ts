import { expect, test } from "vitest";
import type { ContactRecord } from "../contract/contacts.ts";
import { aContact } from "../testing/fixtures.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { sql } from "drizzle-orm";
import { EXPORT_PAGE, exportQuery } from "./export.ts";
import { rememberContact } from "./remember.ts";
import { contactTable } from "./table.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

async function everyPage(who: typeof ana, searchParam = "") {
  const all: ContactRecord[] = [], pages: number[] = [];
  for (let hasMore = true; hasMore;) {
    const { body } = await who("GET", `/contacts/export?searchParam=${searchParam}&after=${all.at(-1)?.id ?? 0}`);
    all.push(...body.contacts);
    pages.push(body.contacts.length);
    hasMore = body.hasMore;
  }
  return { all, pages };
}

test("an administrator takes the company's contacts along, with what is known of them; an attendant does not", async () => {
  const form = { name: "Rui Paz", number: "5511987654321", email: "rui@exemplo.com" };
  await bruno("POST", "/contacts", {
    ...form,
    extraInfo: [{ name: "Rua", value: "Ipê, 58" }, { name: "B", value: "A" }],
  });
  await nina("POST", "/contacts", { ...form, name: "Rui do Norte" });
  balcao.aurora.write((db) => void rememberContact(db, { jid: "1-2@g.us", group: "1-2" }, "Grupo do Rui", 1));
  const { all } = await everyPage(ana, "rui");
  expect(all).toEqual([
    { id: expect.any(Number), ...form, extraInfo: [{ name: "Rua", value: "Ipê, 58" }, { name: "B", value: "A" }] },
  ]);
  expect((await everyPage(nina, "rui")).all.map(({ name }) => name)).toEqual(["Rui do Norte"]);
  expect((await everyPage(ana, "*")).all).toEqual([]);
  expect((await bruno("GET", "/contacts/export")).body.error).toBe("ERR_NO_PERMISSION");
});

test("all pages together have everyone once, also whom somebody renames between two of them", async () => {
  balcao.norte.write((db) => {
    for (let nth = 0; nth < EXPORT_PAGE + 5; nth++) aContact(db, { name: `Muitos ${nth}` });
  });
  const first = (await nina("GET", "/contacts/export?searchParam=muitos")).body;
  expect([first.contacts.length, first.hasMore]).toEqual([EXPORT_PAGE, true]);
  balcao.norte.write((db) => {
    db.update(contactTable).set({ name: "Muitos, o primeiro" }).where(sql`id = ${first.contacts.at(-1).id + 1}`).run();
    db.update(contactTable).set({ name: "Zé de muitos" }).where(sql`id = ${first.contacts[0].id}`).run();
  });
  const { all, pages } = await everyPage(nina, "muitos");
  expect(pages).toEqual([EXPORT_PAGE, 5]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(EXPORT_PAGE + 5);
});

test("a page begins where the last one ended, without walking over those before", () => {
  const query = exportQuery(balcao.aurora.read, { searchParam: "", after: 5 })!;
  expect(queryPlan(balcao.aurora, query)).toEqual(["SEARCH contacts USING INTEGER PRIMARY KEY (rowid>?)"]);
});
