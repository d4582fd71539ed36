import { describe, expect, test } from "vitest";
import { formatNumber } from "./phone_numbers.ts";

describe("numbers as people write them", () => {
  const cases: [string, string][] = [
    ["5511987654321", "+55 11 98765-4321"],
    ["551133224455", "+55 11 3322-4455"],
    ["351912345678", "+351912345678"],
    ["", ""],
  ];
  test.each(cases)("%j", (digits, text) => expect(formatNumber(digits)).toBe(text));
});
