import { describe, expect, test } from "vitest";
import { formatNumber, worldNumber } from "./phone_numbers.ts";

describe("numbers as people write them", () => {
  const cases: [string, string][] = [
    ["5511987654321", "+55 11 98765-4321"],
    ["551133224455", "+55 11 3322-4455"],
    ["351912345678", "+351912345678"],
    ["", ""],
  ];
  test.each(cases)("%j", (digits, text) => expect(formatNumber(digits)).toBe(text));
});

test.each([
  ["(11) 4002-8922", "551140028922"],
  ["11 98765-4321", "5511987654321"],
  ["011 98765-4321", "5511987654321"],
  ["+55 11 98765-4321", "5511987654321"],
  ["5511987654321", "5511987654321"],
  ["+1 415 555 0100", "14155550100"],
  ["", ""],
])("%s is dialled as %s from everywhere", (written, digits) => {
  expect(worldNumber(written)).toBe(digits);
});
