import { expect, test } from "vitest";
import { matching, partsOf } from "./commands.ts";

const PAGES = ["Atendimentos", "Respostas rápidas", "Conexões", "Ana-Lúcia Prado"].map((label) => ({ label }));
const found = (text: string) => matching(PAGES, text).map(({ label }) => label);

test.each([
  ["", ["Atendimentos", "Respostas rápidas", "Conexões", "Ana-Lúcia Prado"]],
  ["rap", ["Respostas rápidas"]],
  ["RÁP resp", ["Respostas rápidas"]],
  ["conexoes", ["Conexões"]],
  ["lucia", ["Ana-Lúcia Prado"]],
  ["posta", []],
])("%j finds by the beginnings of words, without accents", (text, labels) => expect(found(text)).toEqual(labels));

test.each([
  ["Conexões", "cone", "[Cone]xões"],
  ["Respostas rápidas", "rapi", "Respostas [rápi]das"],
  ["José", "jose", "[José]"],
  ["Marina 🌻", "mar", "[Mar]ina 🌻"],
  ["Tags", "x", "Tags"],
  ["Tags", "", "Tags"],
])("%s, %j: %s", (label, text, drawn) => {
  expect(partsOf(label, text).map((part) => part.isHit ? `[${part.text}]` : part.text).join("")).toBe(drawn);
});
