// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import "../tickets/testing.ts";
import { leftText, roomLeft, standing } from "./left.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const at = (minutes: number) => NOW + minutesToMilliseconds(minutes);

test.each(
  [
    ["has no end", null, "always"],
    ["ends tomorrow", at(24 * 60), "open"],
    ["ends in 61 minutes", at(61), "open"],
    ["ends in an hour", at(60), "urgent"],
    ["ends now", at(0), "shut"],
    ["ended yesterday", at(-24 * 60), "shut"],
    ["never began", 0, "shut"],
  ] as const,
)("a window that %s", (_, until, expected) => {
  expect(standing(until, NOW)).toBe(expected);
});

test.each([
  [0.5, "menos de 1 min"],
  [1, "1 min"],
  [59.9, "59 min"],
  [60, "1 h"],
  [192, "3 h 12 min"],
  [23 * 60 + 59, "23 h 59 min"],
  [24 * 60, "1 dia"],
  [5 * 24 * 60 + 3 * 60 + 20, "5 dias e 3 h"],
])("of %d minutes is left: %s", (minutes, expected) => {
  expect(leftText(minutesToMilliseconds(minutes))).toBe(expected);
});

test("where bytes count, an accent takes two", () => {
  expect(roomLeft("pão", { longest: 10, inBytes: false })).toBe(7);
  expect(roomLeft("pão", { longest: 10, inBytes: true })).toBe(6);
  expect(roomLeft("pão de queijo", { longest: 10, inBytes: true })).toBe(-4);
});
