import { expect, test } from "vitest";
import { messages as desk } from "./es.po";
import { messages as pages } from "./pages/es.po";

/** The words of what is said in Spanish, in small letters and without accents. */
const said = JSON.stringify([desk, pages]).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const words = new Set(said.match(/[a-z]+/g));

/** "Revísela": the verb is one in -ar, of which tú says "Revísala". */
function isOfUsted(word: string): boolean {
  const [, stem, vowel] = /^([a-z]+)([ae])(?:lo|la)s?$/.exec(word) ?? [];
  if (stem === undefined) return false;
  return (vowel === "e" ? ["ar"] : ["er", "ir"]).some((end) => words.has(stem + end));
}

test("Spanish says tú to everybody", () => {
  expect([...words].filter((word) => /^usted(es)?$/.test(word) || isOfUsted(word))).toEqual([]);
  expect(said).not.toMatch(/realmente desea |no reenvie hoy|\b(dele|deles) otro|\bsu (negocio|celular|propio correo|licencia)\b/);
});
