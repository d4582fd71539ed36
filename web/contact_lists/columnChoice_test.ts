import { expect, test } from "vitest";
import { MOST_COLUMNS, type SheetLook } from "../../src/contract/contact_lists.ts";
import { chosenOf, guessedChoice, variablesOf } from "./columnChoice.ts";

const lookAt = (titles: string[], guessed: SheetLook["guessed"]): SheetLook => ({
  hasHead: true,
  rows: 1,
  columns: titles.map((title) => ({ title, letter: "A", samples: [] })),
  guessed,
});
const SHEET = lookAt(["Nome", "Celular", "Bairro", "", "Senha"], { name: 0, number: 1, email: null });
const titles = (...of: Parameters<typeof variablesOf>) =>
  variablesOf(...of).filter(({ isTaken }) => isTaken).map(({ title }) => title);

test("what a sheet is taken for is chosen at first, and every titled column that is nothing else is a variable", () => {
  const choice = guessedChoice(SHEET);
  expect(chosenOf(choice)).toEqual({ name: 0, number: 1, email: null, leftOut: [] });
  expect(titles(SHEET, choice)).toEqual(["Bairro", "Senha"]);
  expect(titles(SHEET, { ...choice, leftOut: [4] })).toEqual(["Bairro"]);
  expect(titles(SHEET, { ...choice, columns: { name: 2, number: 1, email: 0 } })).toEqual(["Senha"]);
});

test("without a name's or a number's column nothing can be sent", () => {
  expect(chosenOf(guessedChoice(lookAt(["x"], { name: null, number: 0, email: null })))).toBeUndefined();
  expect(chosenOf(guessedChoice(lookAt(["x"], { name: 0, number: null, email: null })))).toBeUndefined();
});

test("of too many columns the first are taken; leaving one out makes room for the next", () => {
  const all = ["Nome", "Celular", ...Array.from({ length: MOST_COLUMNS + 1 }, (_, nth) => `Coluna ${nth}`)];
  const sheet = lookAt(all, { name: 0, number: 1, email: null }), choice = guessedChoice(sheet);
  expect(titles(sheet, choice)).toEqual(all.slice(2, -1));
  expect(titles(sheet, { ...choice, leftOut: [2] })).toEqual(all.slice(3));
});
