import { expect, test } from "vitest";
import { hasNumber, numberParts } from "./number_search.ts";

const MARIA = "5511962379110";

test.each([
  ["962379110", true],
  ["9110", true],
  ["110", true],
  ["10", false],
  ["11962379110", true],
  ["+55 11 96237-9110", true],
  ["(11) 96237.9110", true],
  ["011 96237 9110", true],
  ["0055 11 96237 9110", true],
  ["1162379110", true],
  ["55 11 6237-9110", true],
  ["6237", true],
  ["9110 96237", true],
  ["11 9110", true],
  ["9111", false],
  ["9110 555", false],
  ["maria", false],
])("%s finds +55 11 96237-9110: %s", (search, isFound) => {
  const parts = numberParts(search);
  expect(parts !== undefined && hasNumber(MARIA, parts)).toBe(isFound);
});

test("a landline has no ninth digit that could be left out", () => {
  expect(hasNumber("551134567800", numberParts("1134567800")!)).toBe(true);
  expect(hasNumber("551194567800", numberParts("1194567800")!)).toBe(true);
  expect(hasNumber("5511945678001", numberParts("1145678001")!)).toBe(false);
});

test("words beside a number are kept apart from it", () => {
  expect(numberParts("maria  9110")).toEqual({ whole: "9110", runs: ["9110"], words: ["maria"] });
  expect(numberParts("bloco 12")).toBeUndefined();
  expect(numberParts("9".repeat(60))).toEqual({ whole: "", runs: ["9".repeat(60)], words: [] });
});
