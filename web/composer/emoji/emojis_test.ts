import { expect, test } from "vitest";
import { findEmojis, withRecent } from "./emojis.ts";

const BREAD = { emoji: "🍞", name: "pão", words: "alimento padaria", group: 4 };
const CAKE = { emoji: "🎂", name: "bolo de aniversário", words: "festa doce", group: 6 };

test.each([
  ["pao", [BREAD]],
  ["PÃO", [BREAD]],
  ["bolo aniv", [CAKE]],
  ["doce", [CAKE]],
  ["ario", []],
  ["", [BREAD, CAKE]],
])("an emoji is found by the beginnings of its words: %s", (search, found) => {
  expect(findEmojis([BREAD, CAKE], search)).toEqual(found);
});

test("what was used last stands first, once", () => {
  expect(withRecent(["👍", "🎂"], "🎂")).toEqual(["🎂", "👍"]);
  expect(withRecent(Array.from({ length: 24 }, (_, nth) => String(nth)), "👍")).toHaveLength(24);
});
