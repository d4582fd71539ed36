import { expect, test } from "vitest";
import { bytes, split } from "./split.ts";

test.each([
  ["fits", "oi", 10, ["oi"]],
  ["nothing", "", 10, []],
  ["between lines", "um dois\ntrês", 9, ["um dois", "três"]],
  ["between words", "um dois três", 9, ["um dois", "três"]],
  ["where there is neither", "abcdefghij", 4, ["abcd", "efgh", "ij"]],
])("a text is parted: %s", (_, text, most, pieces) => {
  expect(split(text, most)).toEqual(pieces);
});

test("no character is cut through, whatever is counted, and nothing gets lost", () => {
  for (let most = 4; most < 40; most++) {
    const text = "ação 👍🏽 coração ".repeat(20).trim();
    const pieces = split(text, most, bytes);
    expect(pieces.every((piece) => bytes(piece) <= most && piece.isWellFormed())).toBe(true);
    expect(pieces.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
  }
});
