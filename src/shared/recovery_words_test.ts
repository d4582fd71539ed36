import { expect, test } from "vitest";
import { isWord, writtenWords } from "./recovery_words.ts";

test.each([
  ["with commas, one below the other", "Placa,\ntabaco;\r\n ábaco "],
  ["with numbers", "1 placa 2 tabaco\t3 ábaco"],
  ["with numbers and points", "1. placa\n2. tabaco\n3. ábaco"],
  ["with numbers that touch them", "1)placa 2.tabaco 3: ábaco 4"],
])("words %s are found", (_, text) => {
  expect(writtenWords(text).map(({ word }) => word.normalize("NFC"))).toEqual(["placa", "tabaco", "ábaco"]);
});

test("a word knows the number beside it, and one without has none", () => {
  expect(writtenWords("2 tabaco 13. placa ábaco").map(({ number }) => number)).toEqual([2, 13, undefined]);
});

test.each([
  [" Ábaco ", true],
  ["abaco", true],
  ["7 ábaco", true],
  ["7. abaco", true],
  ["abaco placa", false],
  ["7", false],
  ["", false],
])("asked back, %j is the word ábaco: %s", (typed, is) => {
  expect(isWord(typed, "ábaco")).toBe(is);
});
