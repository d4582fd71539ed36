import { expect, test } from "vitest";
import { utils, write } from "xlsx";
import { csvOf } from "./csv.ts";
import { rowsOf } from "./read.ts";
import { workbookOf } from "./workbook.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), c.charCodeAt(0) >> 8])]);
const PEOPLE = [["Nome", "Número"], ["João Ação", "+55 11 98765-4321"], ["Silva, Zé", "00123"]];

test.each([
  ["with semicolons", utf8("Nome;Número\r\nJoão Ação;+55 11 98765-4321\r\nSilva, Zé;00123\r\n")],
  ["with a byte order mark", utf8("\ufeffNome;Número\r\nJoão Ação;+55 11 98765-4321\r\nSilva, Zé;00123")],
  ["in Latin-1", latin1("Nome;Número\nJoão Ação;+55 11 98765-4321\nSilva, Zé;00123\n")],
  [
    "in UTF-16, as Excel writes Unicode text",
    utf16("Nome\tNúmero\r\nJoão Ação\t+55 11 98765-4321\r\nSilva, Zé\t00123\r\n"),
  ],
  ["with commas and quotation marks", utf8('Nome,Número\n"João Ação",+55 11 98765-4321\n"Silva, Zé",00123\n')],
  ["that we have written ourselves", utf8(csvOf(PEOPLE))],
])("a .csv %s is read to the letter, with the zeros of its numbers", (_, bytes) => {
  expect(rowsOf(bytes, 100)).toEqual(PEOPLE);
});

test.each(["xlsx", "biff8", "ods"] as const)(
  "a workbook of the kind %s is read with all digits of its numbers",
  (bookType) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), "Vazia");
    const sheet = utils.aoa_to_sheet([["Nome", "Celular"], ["João Ação", 5511987654321], [], ["=1+1", "'x"], ["", ""]]);
    utils.book_append_sheet(book, sheet, "Clientes");
    expect(rowsOf(new Uint8Array(write(book, { type: "array", bookType })), 100)).toEqual([
      ["Nome", "Celular"],
      ["João Ação", "5511987654321"],
      ["", ""],
      ["=1+1", "'x"],
    ]);
  },
);

test("what was exported comes back as it was, also a name that looks like a formula", () => {
  const rows = [["Nome", "Número"], ["=1+1", "+55 11 98765-4321"], ['o "Zé"; bar', ""]];
  expect(rowsOf(utf8(csvOf(rows)), 100)).toEqual(rows);
  expect(rowsOf(workbookOf([{ name: "Contatos", rows }]), 100)).toEqual(rows);
});

test("a table of a web page that calls itself .xls is read, too", () => {
  const html =
    "<html><body><table><tr><th>Nome</th><th>Fone</th></tr><tr><td>Ação</td><td>011987654321</td></tr></table>";
  expect(rowsOf(utf8(html), 100)).toEqual([["Nome", "Fone"], ["Ação", "011987654321"]]);
});

test("a file that begins with ID is no SYLK, and an empty one has no rows", () => {
  expect(rowsOf(utf8("ID;Nome\n1;Ana\n"), 100)).toEqual([["ID", "Nome"], ["1", "Ana"]]);
  expect(rowsOf(utf8(""), 100)).toEqual([]);
});

test("no more rows are read than asked for", () => {
  const rows = Array.from({ length: 50 }, (_, nth) => [`Cliente ${nth}`]);
  expect(rowsOf(utf8(csvOf(rows)), 10)).toHaveLength(10);
  expect(rowsOf(workbookOf([{ name: "A", rows }]), 10)).toHaveLength(10);
});

test("a picture is no spreadsheet", () => {
  expect(() => rowsOf(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 10)).toThrow();
});
