import { expect, test } from "vitest";
import { onlyEmojis } from "./onlyEmojis.ts";

test.each([
  ["👍", 1],
  ["❤️", 1],
  ["👍🏽", 1],
  ["👨‍👩‍👧‍👦", 1],
  ["🇧🇷", 1],
  [" 🎂 🎉\n🎈 ", 3],
  ["🎂🎉🎈🎁", 0],
  ["ok 👍", 0],
  ["", 0],
  ["1", 0],
  ["123", 0],
  ["*", 0],
  ["a", 0],
  ["1️⃣", 1],
  ["☺️☺️", 2],
])("%j is shown large as that many emojis: %i", (text, count) => expect(onlyEmojis(text)).toBe(count));
