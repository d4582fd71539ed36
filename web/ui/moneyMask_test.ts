import { expect, test } from "vitest";
import { completeMoney, maskMoney } from "./moneyMask.ts";

/** `|` is the caret. */
function typed(before: string, now: string) {
  const caret = now.indexOf("|");
  const masked = maskMoney(before, now.replace("|", ""), caret);
  return `${masked.text.slice(0, masked.caret)}|${masked.text.slice(masked.caret)}`;
}

test.each([
  ["", "1|", "R$ 1|"],
  ["R$ 123", "R$ 1234|", "R$ 1.234|"],
  ["R$ 1.234", "R$ 1.234,|", "R$ 1.234,|"],
  ["R$ 1.234", "R$ 1.234.|", "R$ 1.234,|"],
  ["R$ 1.234,5", "R$ 1.234,56|", "R$ 1.234,56|"],
  ["R$ 1.234,56", "R$ 1.234,567|", "R$ 1.234,56|"],
  // In the middle.
  ["R$ 1.234", "R$ 19|.234", "R$ 19|.234"],
  ["R$ 12.345", "R$ 12.9|345", "R$ 129|.345"],
  // Taken away: over a dot the caret goes on, and the next one takes the digit.
  ["R$ 1.234", "R$ 1.23|", "R$ 123|"],
  ["R$ 1.234", "R$ 1|234", "R$ 1|.234"],
  ["R$ 1.234", "R$ |.234", "R$ |234"],
  ["R$ 1", "R$ |", "|"],
  ["R$ 1.234,56", "|", "|"],
  // No more than seven digits, nothing negative, no letters.
  ["R$ 1.234.567", "R$ 1.234.5678|", "R$ 1.234.567|"],
  ["", "-5|", "R$ 5|"],
  ["R$ 5", "R$ 5a|", "R$ 5|"],
  ["R$ 5", "R$ 05|", "R$ 5|"],
  ["", ",|", "R$ 0,|"],
  ["R$ 0", "R$ 07|", "R$ 7|"],
  // Pasted.
  ["", "1.099,90|", "R$ 1.099,90|"],
  ["", "99.90|", "R$ 99,90|"],
  ["", "1.099|", "R$ 1.099|"],
  ["", "R$ 12,5|", "R$ 12,5|"],
])("%j becomes %s: %s", (before, now, shown) => {
  expect(typed(before, now)).toBe(shown);
});

test.each([["", ""], ["R$ 99", "R$ 99,00"], ["R$ 9,", "R$ 9,00"], ["R$ 9,5", "R$ 9,50"], ["R$ 9,55", "R$ 9,55"]])(
  "left, %j is %j",
  (text, shown) => {
    expect(completeMoney(text)).toBe(shown);
  },
);
