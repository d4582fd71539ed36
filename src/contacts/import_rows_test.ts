import { expect, test } from "vitest";
import { SHEET, type SheetRow } from "../contract/contacts.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

const row = (is: Partial<SheetRow>): SheetRow => ({ line: 2, name: "", number: "", email: "", ...is });
const found = async (who: typeof ana, search: string) =>
  (await who("GET", `/contacts?searchParam=${encodeURIComponent(search)}`)).body.contacts;

test("an attendant's rows make contacts, change those with the number, and every open screen hears of it", async () => {
  const { body: had } = await ana("POST", "/contacts", {
    name: "Rita Velha",
    number: "5511987651001",
    email: "rita@exemplo.com",
    extraInfo: [{ name: "Rua", value: "Ipê" }],
  });
  await nina("POST", "/contacts", { name: "Rita do Norte", number: "5511987651001" });
  const emitted = balcao.listenAs(balcao.aurora, "Carla"), elsewhere = balcao.listenAs(balcao.norte, "Nina");
  const rows = [
    row({ line: 2, name: " Saulo Reis ", number: "+55 (11) 8765-1002", email: "saulo@exemplo.com" }),
    row({ line: 3, name: "Rita Nova", number: "551187651001" }),
    row({ line: 7, number: "5511987651001", name: "Rita Nova", email: "rita@exemplo.com" }),
  ];
  const preview = await bruno("POST", "/contacts/import/preview", { rows });
  expect(preview.body.outcomes.map((one: { outcome: string }) => one.outcome)).toEqual([
    "created",
    "updated",
    "updated",
  ]);
  expect(emitted).toEqual([]);
  const { status, body } = await bruno("POST", "/contacts/import/rows", { rows });
  expect([status, body.outcomes]).toEqual([200, [
    { line: 2, outcome: "created", number: "5511987651002" },
    { line: 3, outcome: "updated", number: "5511987651001", was: "Rita Velha" },
    { line: 7, outcome: "same", number: "5511987651001", was: "Rita Nova" },
  ]]);
  expect(emitted.map(({ name, payload }) => [name, payload])).toMatchObject([
    ["contact", { action: "create", record: { name: "Saulo Reis", number: "5511987651002" } }],
    ["contact", { action: "update", record: { id: had.id, name: "Rita Nova", email: "rita@exemplo.com" } }],
  ]);
  expect(elsewhere).toEqual([]);
  expect((await found(nina, "rita")).map(({ name }: { name: string }) => name)).toEqual(["Rita do Norte"]);
  expect((await ana("GET", `/contacts/${had.id}`)).body.extraInfo).toMatchObject([{ name: "Rua", value: "Ipê" }]);
  const late = await ana("PUT", `/contacts/${had.id}`, { name: "Rita", number: had.number, was: had.revision });
  expect(late.body.detail.changedBy).toEqual({ id: expect.any(Number), name: "Bruno Tavares" });
});

test("a portion that is sent a second time, because its answer was lost, makes nobody twice", async () => {
  const rows = [1, 2, 3].map((nth) => row({ line: nth, name: `Dobro ${nth}`, number: `551198765200${nth}` }));
  await ana("POST", "/contacts/import/rows", { rows: rows.slice(0, 2) });
  const { body } = await ana("POST", "/contacts/import/rows", { rows });
  expect(body.outcomes.map((one: { outcome: string }) => one.outcome)).toEqual(["same", "same", "created"]);
  expect(await found(ana, "dobro")).toHaveLength(3);
});

test.each([
  ["without a number", { name: "Rui" }, { number: "required" }],
  ["with a word for a number", { name: "Rui", number: "não tem" }, { number: "invalid" }],
  ["with a number of seven digits", { name: "Rui", number: "987-6543" }, { number: "too_short" }],
  ["with two numbers in one cell", { name: "Rui", number: "11987653001 / 1133334444" }, { number: "too_long" }],
  ["whose number Excel has rounded", { name: "Rui", number: "5,51199E+12" }, { number: "invalid" }],
  ["of a stranger without a name", { number: "5511987653001" }, { name: "required" }],
  ["with a name of one letter", { name: "R", number: "5511987653001" }, { name: "too_short" }],
  ["with a name of 51 letters", { name: "R".repeat(51), number: "5511987653001" }, { name: "too_long" }],
  ["with an e-mail that is none", { name: "Rui", number: "5511987653001", email: "rui@" }, { email: "invalid" }],
])("a row %s is refused, and the others are taken", async (_, is, fields) => {
  const rows = [row({ line: 2, ...is }), row({ line: 3, name: "Boa Linha", number: "5511987653002" })];
  const { status, body } = await ana("POST", "/contacts/import/rows", { rows });
  expect([status, body.outcomes[0]]).toEqual([200, {
    line: 2,
    outcome: "refused",
    number: rows[0]!.number,
    fields,
  }]);
  expect(body.outcomes[1].outcome).not.toBe("refused");
  expect(await found(ana, "rui")).toEqual([]);
});

test("a portion has at most 500 rows, of cells that are not endless; the longest portion is taken", async () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, nth) => row({ line: nth + 1, name: `Lote ${nth}`, number: `55119600${10000 + nth}` }),
    );
  const send = (rows: SheetRow[]) => ana("POST", "/contacts/import/rows", { rows });
  expect(await send(rows(SHEET.portion + 1))).toMatchObject({ status: 400, body: { fields: { rows: "too_long" } } });
  expect(await send([])).toMatchObject({ status: 400, body: { fields: { rows: "required" } } });
  expect((await send([row({ name: "a".repeat(202) })])).body.fields).toEqual({ "rows.0.name": "too_long" });
  const fullest = rows(SHEET.portion).map((one) => ({ ...one, name: "字".repeat(201), email: "字".repeat(201) }));
  expect((await send(fullest)).body.outcomes.every((one: { outcome: string }) => one.outcome === "refused")).toBe(true);
  const { body } = await send(rows(SHEET.portion));
  expect(body.outcomes.filter((one: { outcome: string }) => one.outcome === "created")).toHaveLength(SHEET.portion);
  expect((await bruno("POST", "/contacts/import/preview", { rows: rows(501) })).status).toBe(400);
});
