import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao, aContact } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { contactsInOrder } from "./contacts.ts";
import { rememberContact } from "./remember.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => {
    for (const name of ["zé", "Ângela Pão", "angelo", "Bia"]) aContact(db, { name });
    rememberContact(db, { jid: "1-2@g.us", group: "1-2" }, "Grupo da Bia", 1);
  });
  balcao.norte.write((db) => void aContact(db, { name: "Ângela do Norte" }));
});
afterAll(async () => await balcao.close());

const find = async (words: string, who = "bruno@aurora.test") => {
  const { body } = await balcao.as(who)("GET", `/contacts?searchParam=${encodeURIComponent(words)}`);
  return body.contacts.map(({ name }: { name: string }) => name);
};

test.each([
  ["", ["angelo", "Bia", "zé", "Ângela Pão"]],
  ["ANGEL", ["angelo", "Ângela Pão"]],
  ["ângela pao", ["Ângela Pão"]],
  ["bia", ["Bia"]],
  ["551198", ["angelo", "Bia", "zé", "Ângela Pão"]],
  ["ninguém", []],
  ["' or 1=1 --", []],
  ["*", []],
])("looking for %j finds %j, never a group or another company's", async (words, names) => {
  expect((await find(words)).toSorted()).toEqual(names.toSorted());
});

test("contacts stand in the order of a dictionary, whatever accents and capitals they have, by an index", async () => {
  expect((await find("")).slice(0, 4)).toEqual(["Ângela Pão", "angelo", "Bia", "zé"]);
  expect(queryPlan(balcao.aurora, contactsInOrder(balcao.aurora.read))).toEqual([
    "SCAN contacts USING INDEX contacts_in_order",
  ]);
});

test("contacts come by name and page by page, and one of another company is not there", async () => {
  balcao.norte.write((db) => {
    for (let nth = 0; nth < 84; nth++) aContact(db, { name: `Cliente ${String(nth).padStart(3, "0")}` });
  });
  const nina = balcao.as("nina@norte.test");
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push((await nina("GET", `/contacts?pageNumber=${page}`)).body);
  expect(pages.map(({ contacts, hasMore }) => [contacts.length, hasMore])).toEqual([
    [40, true],
    [40, true],
    [5, false],
    [
      0,
      false,
    ],
  ]);
  const names = pages.flatMap(({ contacts }) => contacts.map(({ name }: { name: string }) => name));
  expect(names.slice(0, 84)).toEqual(names.slice(0, 84).toSorted(new Intl.Collator("pt").compare));
  const { id } = pages[2].contacts[0];
  expect((await nina("GET", `/contacts/${id}`)).status).toBe(200);
  expect((await balcao.as("ana@aurora.test")("GET", `/contacts/${id}`)).body.error).toBe("ERR_NO_CONTACT_FOUND");
});
