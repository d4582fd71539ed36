// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fieldTime, isFound } from "./schedules.ts";

const schedule = { body: "Sua torta de limão está pronta", contact: { id: 1, name: "Inácio da Conceição" } };

test.each([
  ["", true],
  ["torta", true],
  ["limao pront", true],
  ["INÁCIO", true],
  ["conceicao inac", true],
  ["orta", false],
  ["torta inacio", false],
])("searched for %j, it is found: %s", (words, found) => {
  expect(isFound(schedule, words)).toBe(found);
});

test("a field holds the time as the company's clocks show it", () => {
  expect(fieldTime("2026-11-21T13:05:59.000Z", "America/Sao_Paulo")).toBe("2026-11-21T10:05");
  expect(fieldTime(Date.UTC(2026, 0, 1, 1, 30), "America/Sao_Paulo")).toBe("2025-12-31T22:30");
});
