import { expect, test } from "vitest";
import { folded, prefixQuery, snippetOf } from "./full_text.ts";

test.each([
  ["pão doce", `"pão"* "doce"*`],
  [`"; drop table users --`, `"drop"* "table"* "users"*`],
  ["a OR b NOT c NEAR(d)", `"a"* "OR"* "b"* "NOT"* "c"* "NEAR"* "d"*`],
  ["+55 11 98765-4321", `"55"* "11"* "98765"* "4321"*`],
  ["!!! 😀 ***", undefined],
  ["", undefined],
  ["a b c d e f g h i j", `"a"* "b"* "c"* "d"* "e"* "f"* "g"* "h"*`],
])("%j is looked for as %s", (typed, query) => expect(prefixQuery(typed)).toBe(query));

test.each([["Pão de AÇÚCAR", "pao de acucar"], ["Ñandú", "nandu"], ["café", "cafe"]])(
  "%s is the same as %s",
  (one, other) => expect(folded(one)).toBe(folded(other)),
);

test("a snippet shows what was found and the words around it", () => {
  expect(snippetOf("Tem pão de açúcar?", "PAO acuc")).toBe("Tem \u0002pão\u0003 de \u0002açúcar\u0003?");
  const long = `${"bla ".repeat(100)}bolo${" blu".repeat(100)}`;
  const snippet = snippetOf(long, "bolo");
  expect(snippet).toContain("\u0002bolo\u0003");
  expect(snippet.startsWith("…") && snippet.endsWith("…")).toBe(true);
  expect(snippet.length).toBeLessThan(130);
});
