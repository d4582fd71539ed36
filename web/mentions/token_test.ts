import { expect, test } from "vitest";
import { tokenAt, withToken } from "./token.ts";

test.each([
  ["@", "@", ""],
  ["Oi @Bru", "@", "Bru"],
  ["Oi (@Bruno Ta", "@", "Bruno Ta"],
  ["veja #48", "#", "48"],
  ["#Paulo Di", "#", "Paulo Di"],
])("at the end of %j somebody means %s%s", (text, sign, query) => {
  expect(tokenAt(text, text.length)).toMatchObject({ sign, query });
});

test.each(["", "Oi", "ana@aurora", "Oi @Bruno Tavares vem", "@Bruno, vem", "@Bruno ", "#12 "])(
  "at the end of %j nobody is meant",
  (text) => {
    expect(tokenAt(text, text.length)).toBeUndefined();
  },
);

test("what is taken stands in the place of what was typed, with one space behind it", () => {
  const text = "Oi @Bru vem?", token = tokenAt(text, 7)!;
  expect(withToken(text, token, "@Bruno")).toEqual({ text: "Oi @Bruno vem?", caret: 10 });
});
