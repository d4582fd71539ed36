import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { campaignRow } from "../campaigns/campaigns.ts";
import { fill } from "../campaigns/fill.ts";
import { rememberContact } from "../contacts/remember.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import { optOutTable } from "../opt_outs/table.ts";
import { aList, noPauses } from "../testing/campaigns.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { importRowTable, listImportTable, listItemTable, numberCheckTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => noPauses(db));
});
afterAll(async () => await balcao.close());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const nina = (method: string, path: string, body?: unknown) => balcao.as("nina@norte.test")(method, path, body);
const add = async (name: string) => (await ana("POST", "/contact-lists", { name })).body;
const put = async (contactListId: number, person: object) =>
  await ana("POST", "/contact-list-items", { contactListId, ...person });
const names = async (query: string) =>
  (await ana("GET", `/contact-list-items?${query}`)).body.contacts.map(({ name }: { name: string }) => name);

describe("a contact list", () => {
  test("is made, renamed, found, counted and deleted, with everybody on it", async () => {
    const list = await add("Clientes de Páscoa");
    expect(list).toMatchObject({ name: "Clientes de Páscoa", contactsCount: 0, revision: 0 });
    await put(list.id, { name: "Ana", number: "11 98765-0001", email: "ana@x.test" });
    const { body: renamed } = await ana("PUT", `/contact-lists/${list.id}`, { name: "Páscoa 2027", was: 0 });
    expect(renamed).toMatchObject({ name: "Páscoa 2027", contactsCount: 1, revision: 1 });
    expect((await ana("PUT", `/contact-lists/${list.id}`, { name: "Outro", was: 0 })).body.error).toBe(
      "ERR_CHANGED_MEANWHILE",
    );
    const { body: found } = await ana("GET", "/contact-lists?searchParam=pascoa");
    expect(found).toMatchObject({ records: [{ id: list.id }], hasMore: false });
    expect((await ana("GET", "/contact-lists/list")).body.map(({ id }: { id: number }) => id)).toContain(list.id);
    expect((await ana("DELETE", `/contact-lists/${list.id}`)).status).toBe(200);
    expect((await ana("GET", `/contact-lists/${list.id}`)).body.error).toBe("ERR_NO_CONTACT_LIST_FOUND");
    expect((await ana("GET", `/contact-list-items?contactListId=${list.id}`)).status).toBe(404);
  });

  test.each([["A", "too_short"], ["x".repeat(51), "too_long"], [undefined, "required"]])(
    "called %s is refused",
    async (name, fault) => {
      expect(await ana("POST", "/contact-lists", { name })).toMatchObject({
        status: 400,
        body: { fields: { name: fault } },
      });
    },
  );

  test("has each number once, with and without the ninth digit and the country", async () => {
    const { id } = await add("Números");
    const { body } = await put(id, { name: "Joana", number: "55 11 8888-1234" });
    expect(body).toMatchObject({ number: "5511988881234", isWhatsappValid: null, isOptedOut: false, columns: {} });
    expect((await put(id, { name: "Outra", number: "5511988881234" })).body).toMatchObject({
      error: "ERR_DUPLICATED_CONTACT",
      fields: { number: "taken" },
    });
    // Somebody without a number is no duplicate of another one without.
    expect((await put(id, { name: "Sem 1" })).status).toBe(200);
    expect((await put(id, { name: "Sem 2", number: null, email: null })).status).toBe(200);
    expect((await put(id, { name: "Curto", number: "123" })).body.fields).toEqual({ number: "too_short" });
    expect((await put(id, { name: "Errado", email: "x@" })).body.fields).toEqual({ email: "invalid" });
  });

  test("is searched by words without accents and by any digits, and sorted", async () => {
    const { id } = await add("Busca");
    await put(id, { name: "Ângela Souza", number: "5511977770001", email: "zeta@x.test" });
    await put(id, { name: "Bruno Lima", number: "5511977770002", email: "alfa@x.test" });
    await put(id, { name: "Zeca", number: "", email: "" });
    expect(await names(`contactListId=${id}`)).toEqual(["Ângela Souza", "Bruno Lima", "Zeca"]);
    expect(await names(`contactListId=${id}&searchParam=angela`)).toEqual(["Ângela Souza"]);
    expect(await names(`contactListId=${id}&searchParam=${encodeURIComponent("7777-0002")}`)).toEqual(["Bruno Lima"]);
    expect(await names(`contactListId=${id}&searchParam=alfa`)).toEqual(["Bruno Lima"]);
    expect(await names(`contactListId=${id}&sort=email&order=asc`)).toEqual(["Bruno Lima", "Ângela Souza", "Zeca"]);
    expect(await names(`contactListId=${id}&sort=number&order=desc`)).toEqual(["Bruno Lima", "Ângela Souza", "Zeca"]);
  });

  test("comes by pages of twenty", async () => {
    const { id } = await add("Páginas");
    for (let nth = 0; nth < 23; nth++) await put(id, { name: `Pessoa ${String(nth).padStart(2, "0")}` });
    const first = (await ana("GET", `/contact-list-items?contactListId=${id}`)).body;
    expect(first).toMatchObject({ hasMore: true, count: 23 });
    expect(first.contacts).toHaveLength(20);
    expect(await names(`contactListId=${id}&pageNumber=2`)).toEqual(["Pessoa 20", "Pessoa 21", "Pessoa 22"]);
  });

  test("is nobody else's, and only for administrators of companies with campaigns", async () => {
    const list = await add("Segredo"), { body: item } = await put(list.id, { name: "Ana" });
    expect((await nina("GET", `/contact-lists/${list.id}`)).body.error).toBe("ERR_CAMPAIGNS_DISABLED");
    balcao.norte.write((db) => noPauses(db));
    for (const path of [`/contact-lists/${list.id}`, `/contact-list-items/${item.id}`]) {
      expect((await nina("GET", path)).status, path).toBe(404);
      expect((await nina("DELETE", path)).status, path).toBe(404);
    }
    expect((await nina("POST", "/contact-list-items", { name: "Eu", contactListId: list.id })).status).toBe(404);
    const bruno = balcao.as("bruno@aurora.test");
    expect((await bruno("GET", "/contact-lists")).body.error).toBe("ERR_NO_PERMISSION");
  });

  test("tells open screens what has changed", async () => {
    const heard = balcao.listenAs(balcao.aurora, "Ana"), attendant = balcao.listenAs(balcao.aurora, "Bruno");
    const list = await add("Ao vivo"), { body: item } = await put(list.id, { name: "Ana" });
    await ana("PUT", `/contact-list-items/${item.id}`, { name: "Ana Maria", contactListId: list.id });
    await ana("POST", "/contact-list-items/bulk/delete", { ids: [item.id] });
    expect(heard.map(({ name, payload }) => `${name} ${(payload as { action: string }).action}`)).toEqual([
      "ContactList create",
      "ContactListItem create",
      "ContactList update",
      "ContactListItem update",
      "ContactListItem delete",
      "ContactList update",
    ]);
    expect(attendant).toEqual([]);
  });
});

describe("who wants no campaigns", () => {
  test("is noted by hand and from a list, found, exported and let in again", async () => {
    const { body: noted } = await ana("POST", "/opt-outs", { number: "11 97777-6666" });
    expect(noted).toMatchObject({ number: "11977776666", source: "hand", user: { name: "Ana Ribeiro" } });
    const rows = [
      { line: 2, number: "+55 11 97777-6665" },
      { line: 3, number: "5511977776665" },
      { line: 4, number: "5,51199E+12" },
      { line: 5, number: "12" },
    ];
    expect((await ana("POST", "/opt-outs/import/rows", { rows })).body).toEqual({
      added: 1,
      known: 1,
      refused: [4, 5],
    });
    const { body: list } = await ana("GET", "/opt-outs?searchParam=7777");
    expect(list).toMatchObject({ count: 2, hasMore: false });
    expect((await ana("GET", "/opt-outs/export")).body.records).toHaveLength(2);
    const item = (await put((await add("Com saída")).id, { name: "Saiu", number: "5511977776665" })).body;
    expect(item.isOptedOut).toBe(true);
    for (const { id } of list.records) expect((await ana("DELETE", `/opt-outs/${id}`)).status).toBe(200);
    expect((await ana("GET", "/opt-outs")).body.count).toBe(0);
    expect((await ana("DELETE", `/opt-outs/${noted.id}`)).body.error).toBe("ERR_NO_OPT_OUT_FOUND");
  });
});

test("a sheet of opt-outs is told once, whatever number of rows it has, also to the campaigns that these leave", async () => {
  const numbers = Array.from({ length: 30 }, (_, nth) => String(5511922220001 + nth));
  const people = numbers.map((number, nth) => ({ name: `P${nth}`, number }));
  const contactListId = balcao.aurora.write((db) => aList(db, people));
  const { body: { id } } = await ana("POST", "/campaigns", { name: "Natal", message1: "Oi", contactListId });
  await ana("POST", `/campaigns/${id}/start`);
  balcao.aurora.write((db) => fill(db, campaignRow(db, id), Date.now()));
  const seen = balcao.listenAs(balcao.aurora, "Ana");
  const rows = numbers.map((number, nth) => ({ line: nth + 2, number }));
  expect((await ana("POST", "/opt-outs/import/rows", { rows })).body).toEqual({ added: 30, known: 0, refused: [] });
  expect(seen.map(({ name }) => name).toSorted()).toEqual(["campaign", "optOut"]);
  expect(seen.find(({ name }) => name === "optOut")!.payload).toEqual({ action: "reload" });
  expect((await ana("GET", `/campaigns/${id}`)).body.counts).toMatchObject({ total: 30, opted_out: 30 });
  // What is known already is no news.
  seen.length = 0;
  await ana("POST", "/opt-outs/import/rows", { rows });
  expect(seen).toEqual([]);
  await ana("POST", `/campaigns/${id}/cancel`);
  const { body: { records } } = await ana("GET", "/opt-outs/export");
  await ana("POST", "/opt-outs/bulk/delete", { ids: records.map((each: { id: number }) => each.id) });
});

test("of an erased contact who wants no campaigns only a keyed hash stays, and it still counts", async () => {
  const { aurora, tenants } = balcao, number = "5511944443333";
  const { id } = aurora.write((db) => rememberContact(db, { jid: "", phone: number }, "Apagada", Date.now()).contact);
  const { body: noted } = await ana("POST", "/opt-outs", { number });
  expect((await ana("DELETE", `/contacts/${id}`)).status).toBe(200);
  expect((await ana("GET", "/opt-outs")).body.records).toMatchObject([{ id: noted.id, number: "", name: "" }]);
  expect(JSON.stringify(aurora.read.select().from(optOutTable).all())).not.toContain(number);
  expect(isOptedOut(aurora.read, number, tenants.keys)).toBe(true);
  expect(isOptedOut(aurora.read, "5511944443334", tenants.keys)).toBe(false);
});

test("an erased contact leaves every list, what was checked, and the reports of imports", async () => {
  const { aurora } = balcao, number = "5511933332222", other = "5511933332223";
  const [one, two] = [(await add("Natal")).id, (await add("Páscoa")).id];
  for (const [listId, whose] of [[one, number], [two, number], [two, other]] as const) {
    await put(listId, { name: "Rosa Apagada", number: whose });
  }
  const { id } = aurora.write((db) => {
    db.insert(numberCheckTable).values({ number, jid: `${number}@s.whatsapp.net`, checkedAt: Date.now() }).run();
    const [item] = db.select().from(listItemTable).where(eq(listItemTable.number, number)).all();
    const values = { listId: one, fileName: "a.csv", state: "done" as const, createdAt: 1 };
    const { id: importId } = db.insert(listImportTable).values(values).returning().get();
    const was = { name: "Rosa", email: "rosa@x.test", columns: null, revision: 0 };
    const row = { importId, name: "Rosa Apagada", outcome: "refused" as const };
    db.insert(importRowTable).values([
      // Changed by the import, found by whom it changed; refused, found by the number that was understood.
      { ...row, line: 2, number: "x", outcome: "updated", itemId: item!.id, was },
      { ...row, line: 3, number: "11 93333-2222", digits: number, reason: "repeated", detail: "2" },
      { ...row, line: 4, number: "11 93333-2223", digits: other, name: "Outra", reason: "bad_email" },
    ]).run();
    return rememberContact(db, { jid: "", phone: number }, "Rosa", Date.now()).contact;
  });
  const seen = balcao.listenAs(aurora, "Ana");
  expect((await ana("DELETE", `/contacts/${id}`)).status).toBe(200);
  const left = aurora.read.select().from(listItemTable).all().filter(({ name }) => name === "Rosa Apagada");
  expect(left.map(({ number }) => number)).toEqual([other]);
  expect(aurora.read.select().from(numberCheckTable).where(eq(numberCheckTable.number, number)).all()).toEqual([]);
  const rows = aurora.read.select().from(importRowTable).orderBy(importRowTable.line).all();
  expect(
    rows.map((
      { line, outcome, name, number, digits, was, itemId },
    ) => [line, outcome, name, number, digits, was, itemId]),
  )
    .toEqual([
      [2, "updated", "", "", "", null, null],
      [3, "refused", "", "", "", null, null],
      [4, "refused", "Outra", "11 93333-2223", other, null, null],
    ]);
  const gone = seen.filter(({ name }) => name === "ContactListItem").map(({ payload }) => payload);
  expect(gone).toEqual(
    [one, two].map((contactListId) => ({ action: "delete", id: expect.any(Number), contactListId })),
  );
  const counts = seen.filter(({ name }) => name === "ContactList")
    .map(({ payload }) => (payload as { record: { id: number; contactsCount: number } }).record);
  expect(counts).toMatchObject([{ id: one, contactsCount: 0 }, { id: two, contactsCount: 1 }]);
});
