import { describe, expect, test } from "vitest";
import { piecesOf } from "./snippet.ts";

describe("what matched is told from what stands around it", () => {
  const cases: [string, string[]][] = [
    ["quero um \u0002bolo\u0003 de festa", ["quero um ", "[bolo]", " de festa"]],
    ["\u0002bolo\u0003\u0002s\u0003", ["[bolo]", "[s]"]],
    ["cortado \u0002bol", ["cortado ", "[bol]"]],
    ["nada", ["nada"]],
    ["um texto comprido antes do \u0002bolo\u0003", ["…antes do ", "[bolo]"]],
    ["duas\nlinhas \u0002aqui\u0003", ["duas linhas ", "[aqui]"]],
    ["", []],
  ];
  test.each(cases)("%j", (snippet, expected) => {
    expect(piecesOf(snippet).map(({ text, isHit }) => isHit ? `[${text}]` : text)).toEqual(expected);
  });
});
