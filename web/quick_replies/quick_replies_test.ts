// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { asksForReplies } from "./asking.ts";
import { labelOf, suggestFor } from "./quick_replies.ts";

const reply = (shortcode: string, message = "Bom dia!", id = 1) => ({ id, shortcode, message, userId: 1, revision: 0 });

test.each([["/", false], ["/p", true], ["p/", false], [" /p", false], ["/pix\nsim", false], ["", false]])(
  "typing %j asks for quick replies: %s",
  (text, asks) => expect(asksForReplies(text)).toBe(asks),
);

test.each([
  ["/pi", ["pix", "chave-pix"]],
  ["/HORÁ", ["horario"]],
  ["/nada", []],
])("%j suggests %j", (text, shortcodes) => {
  const all = ["chave-pix", "horario", "pix"].map((shortcode) => reply(shortcode));
  expect(suggestFor(text, all).map(({ shortcode }) => shortcode)).toEqual(shortcodes);
});

test("a label ends after 35 characters, never amid one", () => {
  expect(labelOf(reply("pix", "A chave\né o CNPJ"))).toBe("pix - A chave é o CNPJ");
  expect(labelOf(reply("abc", "x".repeat(29)))).toBe(`abc - ${"x".repeat(29)}`);
  expect(labelOf(reply("abc", "🧁".repeat(40)))).toBe(`abc - ${"🧁".repeat(29)}…`);
});
