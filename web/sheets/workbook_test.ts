import { expect, test } from "vitest";
import { read, utils } from "xlsx";
import { workbookOf } from "./workbook.ts";

test("a workbook has its sheets with numbers as numbers and texts as texts, none of them a formula", () => {
  const bytes = workbookOf([
    { name: "Resumo", rows: [["Nome", "Nota"], ["João 🧁", 2.5], ['=HYPERLINK("x")', null], ["+5511987654321", 0]] },
    { name: "Filas", rows: [["Fila"]] },
  ]);
  const book = read(bytes);
  expect(book.SheetNames).toEqual(["Resumo", "Filas"]);
  const sheet = book.Sheets.Resumo!;
  expect(utils.sheet_to_json(sheet, { header: 1, raw: true })).toEqual([
    ["Nome", "Nota"],
    ["João 🧁", 2.5],
    ['=HYPERLINK("x")'],
    ["+5511987654321", 0],
  ]);
  expect(sheet.A3).toMatchObject({ t: "s" });
  expect(sheet.A3.f).toBeUndefined();
});
