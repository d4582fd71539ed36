import { describe, expect, test } from "vitest";
import { aBomb, aSheet } from "../testing/sheets.ts";
import { lookOf, peopleOf } from "./sheet.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const HEAD = ["nome", "numero", "email"];
/** What is read of a row that has these cells under the head of the example. */
const rowOf = (...cells: unknown[]) => peopleOf(aSheet([HEAD, cells])).rows[0]!;
const failure = (bytes: Uint8Array) => {
  try {
    peopleOf(bytes);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const PEOPLE = [["João Ação", "5511987654321"], ["Silva, Zé", "5511987654322"]];
const TEXT = "Nome;Número\r\nJoão Ação;5511987654321\r\nSilva, Zé;5511987654322\r\n";
const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), c.charCodeAt(0) >> 8])]);

test.each([
  [".xlsx", aSheet([["Nome", "Número"], ...PEOPLE])],
  [".xls", aSheet([["Nome", "Número"], ...PEOPLE], { kind: "biff8" })],
  [".xlsx with numbers as numbers", aSheet([["Nome", "Número"], ...PEOPLE.map(([a, b]) => [a, Number(b)])])],
  [".csv in UTF-8", utf8(TEXT)],
  [".csv with a mark", utf8(`\ufeff${TEXT}`)],
  [".csv in Windows-1252", Uint8Array.from(TEXT, (char) => char.charCodeAt(0))],
  ["text in UTF-16", utf16(TEXT)],
])("people are read from %s", (_, bytes) => {
  const { rows, found } = peopleOf(bytes);
  expect(rows.map(({ name, number }) => [name, number])).toEqual(PEOPLE);
  expect(rows.map(({ line }) => line)).toEqual([2, 3]);
  expect(found).toEqual({ name: "Nome", number: "Número", email: null, further: [] });
});

test.each([
  [["E-MAIL", "Telefone", "NOME"], { email: "E-MAIL", number: "Telefone", name: "NOME" }],
  [["whatsapp", "nome", "email"], { number: "whatsapp", name: "nome", email: "email" }],
  [["Celular", "Name", "cidade"], { number: "Celular", name: "Name", further: ["cidade"] }],
  [["FONE", "Nome", "Pedido", "Pedido"], { number: "FONE", name: "Nome", further: ["Pedido"] }],
])("of the head %j each column is found", (head, found) => {
  expect(peopleOf(aSheet([head, head.map(() => "x")])).found).toMatchObject(found);
});

test("what stands above the head is passed over, and the lines keep their numbers", () => {
  const above = [["Relatório de clientes", null], ["Cliente desde", "01/01/2020"], [], ["emitido em 23/11/2026"]];
  const { rows, found } = peopleOf(
    aSheet([...above, ["Nome", "Celular", "Cidade"], ["Ana Lima", "11987650001", "Santos"]]),
  );
  expect(found).toEqual({ name: "Nome", number: "Celular", email: null, further: ["Cidade"] });
  expect(rows).toMatchObject([{ line: 6, name: "Ana Lima", number: "5511987650001", columns: { Cidade: "Santos" } }]);
  expect(lookOf(aSheet([...above, ["Nome", "Celular"], ["Ana", "11987650001"]]))).toMatchObject({
    hasHead: true,
    rows: 1,
  });
});

test("what looks like a head below the first person is a person", () => {
  const { found, rows } = peopleOf(aSheet([["Ana Lima", "11987650001"], ["Nome", "Celular"]]));
  expect(found).toEqual({ name: "A", number: "B", email: null, further: [] });
  expect(rows.map(({ name }) => name)).toEqual(["Ana Lima", "Nome"]);
});

test("where the column of mobile numbers is empty, another telephone counts, and never a house's number", () => {
  const head = ["Nome", "Telefone", "Celular", "Número"];
  const rows = [["Ana", "1133224455", "11987650001", "12"], ["Bia", "1133224466", "", "13"], ["Caio", "", "", "14"]];
  const sheet = aSheet([head, ...rows]);
  expect(peopleOf(sheet).rows.map(({ number, reason }) => reason ?? number)).toEqual([
    "5511987650001",
    "551133224466",
    "no_number",
  ]);
  // Whoever leaves a column out does not mean it.
  const chosen = { name: 0, number: 2, email: null, leftOut: [1] };
  expect(peopleOf(sheet, chosen).rows.map(({ reason }) => reason)).toEqual([undefined, "no_number", "no_number"]);
});

test("without a head columns are told by what they hold, and none becomes a variable", () => {
  const { found, rows } = peopleOf(aSheet([["Ana", "11987654321", "ana@x.test", "VIP"], ["Zé", "11987654322"]]));
  expect(found).toEqual({ name: "A", number: "B", email: "C", further: [] });
  expect(rows).toMatchObject([
    { line: 1, name: "Ana", number: "5511987654321", email: "ana@x.test" },
    { line: 2, name: "Zé", number: "5511987654322" },
  ]);
});

describe("a number", () => {
  test.each([
    ["11 98765-4321", "5511987654321"],
    ["(011) 98765-4321", "5511987654321"],
    ["1133224455", "551133224455"],
    ["551188881234", "5511988881234"],
    ["+351 912 345 678", "351912345678"],
    ["0055 11 98765 4321", "5511987654321"],
    ["5511987654321.0", "5511987654321"],
    ["'5511987654321", "5511987654321"],
    ['="5511987654321"', "5511987654321"],
    [5511987654321, "5511987654321"],
  ])("written %j is %s", (written, number) => {
    expect(rowOf("Ana", written)).toMatchObject({ number });
    expect(rowOf("Ana", written).reason).toBeUndefined();
  });

  test.each([
    ["", "no_number"],
    ["ligar antes", "no_number"],
    ["1234567", "too_short"],
    ["11987654321/11987654322", "too_long"],
    ["5.51199E+12", "rounded"],
    ["5,51199E+12", "rounded"],
    ["=A1&B1", "formula"],
  ])("written %j is refused: %s", (written, reason) => {
    expect(rowOf("Ana", written, "ana@x.test")).toMatchObject({ line: 2, written, reason });
  });

  test("that is rounded in a .csv is refused; in a workbook it has all its digits however it is shown", () => {
    expect(peopleOf(utf8("nome,numero\nAna,5.51199E+12\n")).rows).toMatchObject([{ reason: "rounded" }]);
    const shown = aSheet([HEAD, ["Ana", 5511987654321]], { change: (sheet) => void (sheet.B2.z = "0.00E+00") });
    expect(peopleOf(shown).rows).toMatchObject([{ number: "5511987654321" }]);
  });
});

test.each([
  [["A", "5511987654321"], "no_name"],
  [["", "5511987654321"], "no_name"],
  [["x".repeat(51), "5511987654321"], "name_too_long"],
  [["Ana", "5511987654321", "ana@"], "bad_email"],
])("the row %j is refused: %s", (cells, reason) => expect(rowOf(...cells)).toMatchObject({ reason }));

test("a number that stands twice counts once, whatever it looks like", () => {
  const { rows } = peopleOf(
    aSheet([HEAD, ["Ana", "11 8765-4321"], ["Bia", "5511977770000"], ["Ana de novo", "5511987654321"]]),
  );
  expect(rows.map(({ reason, detail }) => [reason, detail])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ["repeated", "2"],
  ]);
});

describe("formulas", () => {
  const withFormula = (cell: string, value: object) =>
    peopleOf(aSheet([HEAD.concat("valor"), ["Ana", "5511987654321", "", "x"]], {
      change: (sheet) => void (sheet[cell] = value),
    })).rows[0];
  test("that make the number are refused", () => {
    expect(withFormula("B2", { t: "n", v: 5511987654321, f: "5511*10^9" })).toMatchObject({ reason: "formula" });
  });
  test("with a kept value are taken by it, without one they are refused", () => {
    expect(withFormula("A2", { t: "s", v: "Ana Maria", f: 'C2&"x"' })).toMatchObject({ name: "Ana Maria" });
    expect(withFormula("A2", { t: "n", f: "C2" })).toMatchObject({ reason: "formula" });
    expect(withFormula("D2", { t: "e", v: 0x17, w: "#REF!", f: "Z9" })).toMatchObject({ reason: "formula" });
  });
});

test("every further column is a variable: dates by the day, money and fractions as Brazil writes them", () => {
  const head = [...HEAD, "vencimento", "valor", "nota", "código", "{chave}"];
  const row = ["Ana", "5511987654321", "", 46000, 1234.5, 7.5, 12, "x"];
  const bytes = aSheet([head, row], {
    change: (sheet) => {
      sheet.D2.z = "m/d/yy";
      sheet.E2.z = '"R$" #,##0.00';
      sheet.G2.z = "00000";
    },
  });
  const { rows, found } = peopleOf(bytes);
  expect(found.further).toEqual(["vencimento", "valor", "nota", "código", "chave"]);
  expect(rows[0]!.columns).toEqual({
    ...{ vencimento: "09/12/2025", valor: "R$ 1.234,50", nota: "7,5", "código": "00012", chave: "x" },
  });
});

test("a .csv that calls itself .xlsx, a workbook with macros and one with an empty first sheet are read", () => {
  expect(peopleOf(aSheet([HEAD, ["Ana", "5511987654321"]], { kind: "xlsm" })).rows).toHaveLength(1);
  expect(peopleOf(aSheet([HEAD, ["Ana", "5511987654321"]], { kind: "ods" })).rows).toHaveLength(1);
});

describe("not read at all", () => {
  test("is what is no sheet", () => {
    expect(failure(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]))).toBe("ERR_SHEET_UNREADABLE");
    expect(failure(Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe("ERR_SHEET_UNREADABLE");
    expect(failure(utf8(""))).toBe("ERR_SHEET_EMPTY");
    expect(failure(aSheet([]))).toBe("ERR_SHEET_EMPTY");
  });
  test("is a zip bomb, by what its directory says", () => {
    const bomb = aBomb(300 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(failure(bomb)).toBe("ERR_SHEET_TOO_LARGE");
    expect(failure(aBomb(1000, 0xffffffff))).toBe("ERR_SHEET_TOO_LARGE");
  });
});

describe("what columns a sheet has", () => {
  const rows = [
    ["Cliente", "Fixo", "Celular", "E-mail", "Bairro", ""],
    ["Ana Lima", "1133334444", "11987650001", "ana@x.test", "Centro", "x"],
    ["Bia Reis", "", "11987650002", "", "Ponta Negra", ""],
  ];

  test("is told with some of what is in them, and with what they are taken for", () => {
    const { hasHead, rows: count, columns, guessed } = lookOf(aSheet(rows));
    expect({ hasHead, count, guessed }).toEqual({ hasHead: true, count: 2, guessed: { name: 0, number: 2, email: 3 } });
    expect(columns.map(({ title, letter }) => [letter, title])).toEqual([
      ...[["A", "Cliente"], ["B", "Fixo"], ["C", "Celular"], ["D", "E-mail"], ["E", "Bairro"], ["F", ""]],
    ]);
    expect(columns[1]!.samples).toEqual(["1133334444"]);
    expect(columns[4]!.samples).toEqual(["Centro", "Ponta Negra"]);
  });

  test("of a sheet without titles has their letters alone", () => {
    const { hasHead, rows, columns, guessed } = lookOf(utf8("5511987650001;Ana Lima\n5511987650002;Bia Reis\n"));
    expect({ hasHead, rows, guessed }).toEqual({
      hasHead: false,
      rows: 2,
      guessed: { name: 1, number: 0, email: null },
    });
    expect(columns.map(({ title, letter, samples }) => [title, letter, samples.length])).toEqual([
      ["", "A", 2],
      ["", "B", 2],
    ]);
  });

  test("can be said otherwise, and columns left out", () => {
    const chosen = { name: 4, number: 1, email: null, leftOut: [3] };
    const { found, rows: people } = peopleOf(aSheet(rows), chosen);
    expect(found).toEqual({ name: "Bairro", number: "Fixo", email: null, further: ["Cliente", "Celular"] });
    expect(people).toMatchObject([
      { name: "Centro", number: "551133334444", email: "", columns: { Cliente: "Ana Lima", Celular: "11987650001" } },
      { name: "Ponta Negra", reason: "no_number" },
    ]);
    // Columns that the sheet does not have are empty ones.
    expect(peopleOf(aSheet(rows), { name: 0, number: 40, email: null, leftOut: [] }).rows[0]!.reason).toBe("no_number");
  });

  test("of nothing are none", () => {
    expect(() => lookOf(aSheet([]))).toThrow("ERR_SHEET_EMPTY");
  });
});
