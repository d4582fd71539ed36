// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { aContact } from "../tickets/testing.ts";
import { isFound } from "./contacts.ts";

test.each([
  ["", true],
  ["mari", true],
  ["SOU mar", true],
  ["5511", true],
  ["ouza", false],
  ["mariana bia", false],
  ["-", true],
])("looking for %j finds Mariana Souza: %s", (search, found) => {
  expect(isFound(aContact(), search)).toBe(found);
});

test("groups are not among the contacts", () => {
  expect(isFound(aContact({ isGroup: true }), "")).toBe(false);
});
