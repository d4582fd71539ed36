import { expect, test } from "vitest";
import { Underway } from "./underway.ts";

const plus = (letter: string) => (text: string) => text + letter;

test("what is heard while a request is under way is said again to its answer, in its order", () => {
  const text = new Underway<string>();
  text.add(plus("x"));
  text.begin();
  text.add(plus("b"));
  text.add(plus("c"));
  expect(text.end("a")).toBe("abc");
  text.add(plus("d"));
  expect(text.end("a")).toBe("a");
});

test("a later request lets the earlier one go, with what was heard before it left", () => {
  const text = new Underway<string>();
  const first = text.begin();
  text.add(plus("b"));
  const second = text.begin();
  text.add(plus("c"));
  expect([text.counts(first), text.counts(second)]).toEqual([false, true]);
  expect(text.end("a")).toBe("ac");
});

test("what is let go counts no more, and hears nothing", () => {
  const text = new Underway<string>();
  const request = text.begin();
  text.add(plus("b"));
  text.letGo();
  text.add(plus("c"));
  expect(text.counts(request)).toBe(false);
  expect(text.end("a")).toBe("a");
});
