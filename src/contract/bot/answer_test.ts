import { expect, test } from "vitest";
import { answerIn } from "./answer.ts";

test.each([
  ["39", { choice: 1 }],
  ["2", { choice: 1 }],
  ["3", { choice: 2 }],
  ["40", undefined],
  ["0", "up"],
])("of shoes in 38, 39 and 2, %s is %j: a line's number goes before a title that is one", (says, answer) => {
  expect(answerIn(says, ["38", "39", "2"])).toEqual(answer);
});
