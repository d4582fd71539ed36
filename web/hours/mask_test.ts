import { expect, test } from "vitest";
import { maskTime } from "./mask.ts";

test.each([
  ["", ""],
  ["0", "0"],
  ["08", "08"],
  ["083", "08:3"],
  ["0830", "08:30"],
  ["08301", "08:30"],
  ["08:30", "08:30"],
  ["8:30", "08:30"],
  ["08h30", "08:30"],
  ["às oito", ""],
])("%o becomes %o", (typed, masked) => expect(maskTime(typed)).toBe(masked));
