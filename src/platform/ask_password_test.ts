import { describe, expect, test } from "vitest";
import { askPassword, askWords, type Terminal } from "./ask_password.ts";

/** Somebody who types, or a script that pipes, and what they are shown. */
function aTerminal(typed: string, isTerminal = true) {
  const bytes = [...new TextEncoder().encode(typed)];
  const shown: string[] = [];
  let isRaw = false;
  const terminal: Terminal = {
    isTerminal: () => isTerminal,
    setRaw: (on) => void (isRaw = on),
    read(into) {
      expect(isRaw, "what is typed must not be shown").toBe(isTerminal);
      const next = bytes.shift();
      if (next === undefined) return null;
      into[0] = next;
      return 1;
    },
    say: (text) => void shown.push(text),
  };
  return { terminal, shown, isRaw: () => isRaw };
}

test.each([
  ["typed twice", "segredo\rsegredo\r", "segredo"],
  ["with a slip of the finger, and started anew", "segrx\u007fedo\rnada\u0015segredo\r", "segredo"],
  ["with letters of two bytes", "açúcarã\u007f\raçúcar\r", "açúcar"],
])("a password %s is taken and never shown", (_, typed, password) => {
  const { terminal, shown, isRaw } = aTerminal(typed);
  expect(askPassword(undefined, terminal)).toBe(password);
  expect(shown).toEqual(["Password (5 to 50 characters): ", "\n", "The same once more: ", "\n"]);
  expect(isRaw()).toBe(false);
});

test("from a pipe it is the first line, and nothing is asked", () => {
  const { terminal, shown } = aTerminal("segredo\nand more\n", false);
  expect(askPassword(undefined, terminal)).toBe("segredo");
  expect(shown).toEqual([]);
  expect(askPassword(undefined, aTerminal("no end", false).terminal)).toBe("no end");
  expect(askPassword("from the environment", terminal)).toBe("from the environment");
});

test.each([
  ["two different ones", "segredo\rsegreda\r", "These are two different passwords: try again"],
  ["one that is too short", "abcd\rabcd\r", "A password has 5 to 50 characters"],
  ["one that is too long", `${"x".repeat(51)}\r`.repeat(2), "A password has 5 to 50 characters"],
  ["Ctrl-C", "segr\u0003", "Nothing was changed"],
])("%s is refused in words, and the terminal is as it was", (_, typed, words) => {
  const { terminal, isRaw } = aTerminal(typed);
  expect(() => askPassword(undefined, terminal)).toThrow(words);
  expect(isRaw()).toBe(false);
});

describe("words", () => {
  const THREE = { words: 3, count: (text: string) => text.split(/\s+/).filter(Boolean).length };
  test.each([
    ["on one line", "um dois três\nrm -r *\n", "um dois três"],
    [
      "one per line, with an empty line before them",
      "\r\num\r\ndois\r\n\r\ntrês\r\nrm -r *\r\n",
      "um\r\ndois\r\n\r\ntrês",
    ],
    ["too few, up to their end", "um\ndois", "um\ndois"],
  ])("piped %s are taken whole", (_, piped, words) => {
    const { terminal, shown } = aTerminal(piped, false);
    expect(askWords("Words", THREE, terminal)).toBe(words);
    expect(shown).toEqual([]);
  });

  test.each([
    ["one per line", "um\rdois\rtrês\rrm -r *\r", "um\rdois\rtrês"],
    ["with one line erased and typed anew", "um\rx y\u0015dois\rtrês\r", "um\rdois\rtrês"],
    ["and ended before the last one", "um\rdois\u0004", "um\rdois"],
  ])("typed %s are never shown, and nothing of them is left to the shell", (_, typed, words) => {
    const { terminal, shown, isRaw } = aTerminal(typed);
    expect(askWords("Words", THREE, terminal)).toBe(words);
    expect(shown).toEqual(["Words (end with Enter, or before the last one with Ctrl-D): ", "\n"]);
    expect(isRaw()).toBe(false);
  });

  test("nothing at all is refused", () => {
    expect(() => askWords("Words", THREE, aTerminal("\n \n", false).terminal)).toThrow("Words: nothing was typed");
  });
});
