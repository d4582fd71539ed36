import { afterAll, beforeAll, expect, test } from "vitest";
import { mergeContacts } from "../merges/merge_contacts.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { contactIdsFound, contactSearch } from "./find.ts";
import { rememberContact } from "./remember.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let maria: number, ticket: string;
beforeAll(async () => {
  balcao = await aBalcao();
  const phone = "551162379110";
  balcao.aurora.write((db) => {
    maria = rememberContact(db, { jid: `${phone}@s.whatsapp.net`, phone, lid: "77123456789012" }, "Maria Paes", 1)
      .contact.id;
    rememberContact(db, { jid: "551134567899@s.whatsapp.net", phone: "551134567899" }, "Fixo 2024", 1);
    ticket = aTicket(db, { contactId: maria, status: "open", userId: 1 }).uuid;
  });
});
afterAll(async () => await balcao.close());

const SEARCHES = [
  ["962379110", true],
  ["9110", true],
  ["11962379110", true],
  ["+55 11 96237-9110", true],
  ["(011) 6237 9110", true],
  ["1162379110", true],
  ["maria 9110", true],
  ["9110 paes", true],
  ["joana 9110", false],
  ["9111", false],
  ["77123456789012", false],
] as const;

test.each(SEARCHES)("'%s' finds Maria in every search: %s", async (searchParam, isFound) => {
  const ana = balcao.as("ana@aurora.test"), asked = encodeURIComponent(searchParam);
  const found = async (path: string, has: (body: never) => boolean) =>
    has((await ana("GET", `${path}searchParam=${asked}`)).body as never);
  expect({
    contacts: await found(
      "/contacts?",
      ({ contacts }: { contacts: { id: number }[] }) => contacts.some(({ id }) => id === maria),
    ),
    list: await found(
      "/tickets?status=open&showAll=true&",
      ({ tickets }: { tickets: { uuid: string }[] }) => tickets.some(({ uuid }) => uuid === ticket),
    ),
    bar: await found(
      "/tickets/search?",
      ({ hits }: { hits: { ticket: { uuid: string } }[] }) => hits.some((hit) => hit.ticket.uuid === ticket),
    ),
    page: await found(
      "/search?in=contacts&",
      ({ found }: { found: { id: number }[] }) => found.some(({ id }) => id === maria),
    ),
  }).toEqual({ contacts: isFound, list: isFound, bar: isFound, page: isFound });
});

test("another company finds nobody by her number", async () => {
  const nina = balcao.as("nina@norte.test");
  expect((await nina("GET", "/contacts?searchParam=9110")).body.contacts).toEqual([]);
});

test("a number in a name is still a word, and a landline is found by its end", () => {
  const ids = (text: string) =>
    balcao.aurora.read.all<{ rowid: number }>(contactIdsFound(contactSearch(text)!)).map(({ rowid }) => rowid);
  const [fixo] = ids("fixo");
  expect([ids("2024"), ids("fixo 20"), ids("7899")]).toEqual([[fixo], [fixo], [fixo]]);
});

test("both numbers of two contacts that were one find the one that stays; a deleted one is found no more", async () => {
  const ids = (text: string) =>
    balcao.aurora.read.all<{ rowid: number }>(contactIdsFound(contactSearch(text)!)).map(({ rowid }) => rowid);
  const { kept, gone } = balcao.aurora.write((db) => ({
    kept: rememberContact(db, { jid: "5521987001111@s.whatsapp.net", phone: "5521987001111" }, "Rui", 1).contact,
    gone: rememberContact(db, { jid: "5521987002222@s.whatsapp.net", phone: "5521987002222" }, "Rui B", 2).contact,
  }));
  balcao.aurora.write((db, emit) => void mergeContacts(db, emit, kept, gone, 3));
  expect([ids("87002222"), ids("2187001111")]).toEqual([[kept.id], [kept.id]]);
  expect((await balcao.as("ana@aurora.test")("DELETE", `/contacts/${kept.id}`)).status).toBe(200);
  expect([ids("87002222"), ids("2187001111")]).toEqual([[], []]);
});

test("an index finds it, nothing is walked through", () => {
  const plan = queryPlan(balcao.aurora, contactIdsFound(contactSearch("maria 9110")!)).join("\n");
  expect(plan).toMatch(/SEARCH contact_numbers USING (INTEGER PRIMARY KEY|INDEX contact_numbers_of)/);
  expect(plan).not.toMatch(/SCAN contact_numbers/);
});
