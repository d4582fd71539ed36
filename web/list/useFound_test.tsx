// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Found, useFound } from "./useFound.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const answers = new Map<string, (rows: string[]) => void>();
let found: Found<string>;

function Looking({ text }: { text: string }) {
  found = useFound(text, (asked) => new Promise<string[]>((resolve) => answers.set(asked, resolve)));
  return null;
}

let root: ReturnType<typeof createRoot>;
const type = (text: string) => act(() => root.render(<Looking text={text} />));
const answer = async (text: string, rows: string[]) => {
  await act(() => vi.advanceTimersByTime(500));
  await act(async () => answers.get(text)!(rows));
};

beforeEach(() => {
  vi.useFakeTimers();
  root = createRoot(document.createElement("div"));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test("while more is typed, nobody whom the text before has found is offered", async () => {
  await type("an");
  expect(found.state).toBe("short");
  await type("ana");
  await answer("ana", ["Ana Lima", "Ana Souza"]);
  expect(found).toMatchObject({ state: "found", rows: ["Ana Lima", "Ana Souza"] });
  await type("ana souza");
  expect(found).toEqual({ state: "asking", rows: [] });
  await answer("ana souza", ["Ana Souza"]);
  expect(found).toMatchObject({ state: "found", rows: ["Ana Souza"] });
});
