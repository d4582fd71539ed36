import { expect, test } from "vitest";
import { contactSheet, portionsOf, rowsToSend, withoutCountry } from "./contactSheet.ts";

const people = (head: string[]) => contactSheet([head, head.map(() => "x")])!.columns;

test.each([
  [["Nome", "Número", "E-mail"], { name: 0, number: 1, email: 2 }],
  [["Name", "Number", "Email"], { name: 0, number: 1, email: 2 }],
  [["Correo electrónico", "Teléfono móvil", "Nombre"], { name: 2, number: 1, email: 0 }],
  [["ID", "NOME DO CLIENTE", "Telefone fixo", "Celular/WhatsApp", "E-MAIL"], { name: 1, number: 3, email: 4 }],
  [["Número do pedido", "Razão Social", "Fone"], { name: 1, number: 2, email: -1 }],
  [["Número do contato", "Nome do contato"], { name: 1, number: 0, email: -1 }],
  [["Contato", "E-mail do contato", "Tel."], { name: 0, number: 2, email: 1 }],
  [["Coluna 1", "Coluna 2"], { name: -1, number: -1, email: -1 }],
])("of the columns %j the right ones are guessed", (head, columns) => {
  expect(people(head)).toEqual(columns);
});

test("a file without a head is told by what its cells hold, and its first row is a contact", () => {
  const sheet = contactSheet([["1", "Ana", "ana@exemplo.com", "+55 11 98765-4321"], ["2", "Zé", "", "5511987654322"]])!;
  expect(sheet.columns).toEqual({ name: 1, number: 3, email: 2 });
  expect(rowsToSend(sheet, sheet.columns, false)).toEqual([
    { line: 1, name: "Ana", number: "+55 11 98765-4321", email: "ana@exemplo.com" },
    { line: 2, name: "Zé", number: "5511987654322", email: "" },
  ]);
});

test("a row keeps the line that it has in the file, whatever empty ones stand before it", () => {
  const sheet = contactSheet([["", ""], ["Nome", "Fone"], [], ["Ana", "5511987654321"], ["", ""], [
    "Zé",
    "5511987654322",
  ]])!;
  expect(rowsToSend(sheet, sheet.columns, false).map(({ line, name }) => [line, name])).toEqual([[4, "Ana"], [
    6,
    "Zé",
  ]]);
  expect(contactSheet([[], ["", ""]])).toBeUndefined();
});

test("Brazilian numbers without the country get it when it is asked for, all others stay", () => {
  const numbers = [
    "(11) 98765-4321",
    "011 3456-7890",
    "5511987654321",
    "+1 202 555 0199",
    "351912345678",
    "98765-4321",
  ];
  const sheet = contactSheet([["Nome", "Fone"], ...numbers.map((number) => ["Ana", number])])!;
  expect(withoutCountry(sheet, sheet.columns)).toBe(2);
  const sent = (adds: boolean) => rowsToSend(sheet, sheet.columns, adds).map(({ number }) => number);
  expect(sent(true)).toEqual(["+5511987654321", "+551134567890", ...numbers.slice(2)]);
  expect(sent(false)).toEqual(numbers);
});

test("endless cells are cut, and rows go in portions of 500", () => {
  const sheet = contactSheet([
    ["Nome", "Fone"],
    ...Array.from({ length: 1201 }, () => ["a".repeat(999), "5511987654321"]),
  ])!;
  const rows = rowsToSend(sheet, sheet.columns, false);
  expect(rows[0]!.name).toHaveLength(201);
  expect(portionsOf(rows).map((each) => each.length)).toEqual([500, 500, 201]);
});
