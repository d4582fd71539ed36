import { describe, expect, test } from "vitest";
import { SETTINGS } from "../contract/settings.ts";
import { isMereThanks } from "./thanks.ts";

describe("by the list that companies begin with", () => {
  test.each([
    "obrigado",
    "Obrigada!",
    "OK",
    "ok, obrigado 👍",
    "Muito obrigada!!! 🙏🙏",
    "👍🏽",
    "❤️",
    "❤",
    "valeu",
    "Beleza, valeu.",
    "¡Muchas gracias!",
  ])("%j is a mere thank-you", (text) => expect(isMereThanks(text, SETTINGS.thanks.start)).toBe(true));

  test.each([
    "",
    "  ",
    "?",
    "obrigado, mas ainda não chegou",
    "ok e o troco?",
    "muito",
    "não, obrigado, quero outro",
    "1",
    "okey dokey",
    "ok ".repeat(40),
    "😡",
  ])("%j is more, or something else", (text) => expect(isMereThanks(text, SETTINGS.thanks.start)).toBe(false));
});

test("a company's own list counts, and an empty one knows no thanks", () => {
  expect(isMereThanks("Deus abençoe", "deus abençoe, amém")).toBe(true);
  expect(isMereThanks("obrigado", "deus abençoe")).toBe(false);
  expect(isMereThanks("obrigado", "")).toBe(false);
  expect(isMereThanks("obrigado", " , ,")).toBe(false);
});
