import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("a table is written as Excel reads it in Brazil", () => {
  expect(csvOf([["Nome", "Nota"], ["João", 2.5], ["Maria", null]])).toBe(
    "\ufeffNome;Nota\r\nJoão;2,5\r\nMaria;\r\n",
  );
});

test.each([
  ["a formula", "=1+1", "'=1+1"],
  ["a call of another program", "@SUM(A1)", "'@SUM(A1)"],
  ["a sum", "+55", "'+55"],
  ["a phone number", "+55 11 98765-4321", "+55 11 98765-4321"],
  ["a foreign phone number", "+351912345678", "+351912345678"],
  ["a sum that looks like a phone number", "+1-23456789", "'+1-23456789"],
  ["a formula behind a phone number", "+55 11 98765-4321+A1", "'+55 11 98765-4321+A1"],
  ["a tabulator", "\t=1", "'\t=1"],
  ["a carriage return", "\r=1", `"'\r=1"`],
  ["a minus", "-2", "'-2"],
  ["a formula after a space", " =HYPERLINK(1)", "' =HYPERLINK(1)"],
  ["a semicolon", "a;b", '"a;b"'],
  ["a quotation mark", 'o "Zé"', '"o ""Zé"""'],
  ["a new line", "a\nb", '"a\nb"'],
  ["both at once", '=cmd|" ;', `"'=cmd|"" ;"`],
  ["a plain name", "Ana Ribeiro", "Ana Ribeiro"],
])("%s does no harm", (_, text, written) => {
  expect(csvOf([[text]])).toBe(`\ufeff${written}\r\n`);
});
