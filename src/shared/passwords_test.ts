import { expect, test } from "vitest";
import { passwordFault, type PasswordRule, passwordStrength } from "./passwords.ts";

const ANYTHING: PasswordRule = { least: 5, kinds: "any" };
const ANA = ["Ana Ribeiro", "ana.ribeiro@aurora.test", "Padaria Aurora"];

test.each([
  ["abcd", "too_short"],
  ["x".repeat(51), "too_long"],
  ["123456", "common"],
  ["PassWord", "common"],
  ["senha123", "common"],
  ["Padaria", "own_words"],
  ["padaria2026", "own_words"],
  ["ÁnaRibeiro!", "own_words"],
  ["ana.ribeiro@aurora.test", "own_words"],
  ["aurora-ana-77", "own_words"],
  ["ana gosta de bolo", undefined],
  ["pão de queijo", undefined],
  ["vxkqz", undefined],
])("Ana of Padaria Aurora who chooses %s is told: %s", async (password, fault) => {
  expect(await passwordFault(password, ANYTHING, ANA)).toBe(fault);
});

test.each(
  [
    ["vxkqz", { least: 8, kinds: "any" }, "too_short"],
    ["vxkqzwwp", { least: 8, kinds: "any" }, undefined],
    ["vxkqzwwp", { least: 8, kinds: "two" }, "too_few_kinds"],
    ["vxkqzww7", { least: 8, kinds: "two" }, undefined],
    ["vxkqzww7", { least: 5, kinds: "all" }, "too_few_kinds"],
    ["Vxkqz-ww7", { least: 5, kinds: "all" }, undefined],
  ] as const,
)("%s where the company asks for %o: %s", async (password, rule, fault) => {
  expect(await passwordFault(password, rule, ANA)).toBe(fault);
});

test("a long sentence is better than a word with a digit, and runs count for nothing", async () => {
  const strengths = await Promise.all(
    ["dragon77", "aaaaaaaaaaaa1", "123456789012", "kqzvxw7p", "pão de queijo quentinho", "xK9#mQ2$vL7!"].map(
      passwordStrength,
    ),
  );
  expect(strengths).toEqual([1, 1, 1, 2, 3, 3]);
});
