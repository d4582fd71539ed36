// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { isFound } from "./schedules.ts";

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
