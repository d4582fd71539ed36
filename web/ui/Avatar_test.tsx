import { expect, test } from "vitest";
import { initialsOf } from "./Avatar.tsx";

test.each([
  ["Ana Ribeiro", "AR"],
  ["Paulo Henrique Dias", "PD"],
  ["Cozinha", "C"],
  ["émile zola", "ÉZ"],
  ["Seu Jorge (padrinho)", "SJ"],
  ["+55 11 98842-1907", ""],
  ["  ", ""],
])("%s is %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
