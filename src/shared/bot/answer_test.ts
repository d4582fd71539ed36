import { expect, test } from "vitest";
import { type Answer, answerIn } from "./answer.ts";

test.each([
  ["39", { choice: 1 }],
  ["2", { choice: 1 }],
  ["3", { choice: 2 }],
  ["40", undefined],
  ["0", "up"],
])("of shoes in 38, 39 and 2, %s is %j: a line's number goes before a title that is one", (says, answer) => {
  expect(answerIn(says, ["38", "39", "2"])).toEqual(answer);
});

const LINES = ["2ª via de boleto", "Vendas", "3 queijos", "2", "24 horas"];
test.each<[string, Answer]>([
  ...[
    "1 2ª via de boleto",
    "*1* 2ª via de boleto",
    "1 - 2ª via de boleto",
    "1. 2ª via de boleto",
    "1) 2a Via de Boleto",
  ]
    .map((says): [string, Answer] => [says, { choice: 0 }]),
  ["2ª via de boleto", { choice: 0 }],
  ["1️⃣ 2ª via de boleto", { choice: 0 }],
  ["2 Vendas", { choice: 1 }],
  ["3 3 queijos", { choice: 2 }],
  ["*3* - 3 queijos", { choice: 2 }],
  // A title, and no line 3 of that name.
  ["3 queijos", { choice: 2 }],
  ["4 2", { choice: 3 }],
  ["5 24 horas", { choice: 4 }],
  ["524 horas", undefined],
  ["12", undefined],
  ["1 2", undefined],
  ["1.2", undefined],
  ["12ª via de boleto", undefined],
  ["2 2ª via de boleto", undefined],
])("of a menu whose titles begin with digits, %s is %j", (says, answer) => {
  expect(answerIn(says, LINES)).toEqual(answer);
});

test("12 is the twelfth of twelve lines, and no first line that is called 2", () => {
  const twelve = ["2", ...Array.from({ length: 11 }, (_, nth) => `Loja ${nth + 2}`)];
  expect(["12", "*12*", "12 Loja 12", "1 2"].map((says) => answerIn(says, twelve))).toEqual([
    { choice: 11 },
    { choice: 11 },
    { choice: 11 },
    { choice: 0 },
  ]);
});
