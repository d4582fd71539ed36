// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDebounced } from "./useDebounced.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

function Shown({ text }: { text: string }) {
  const settled = useDebounced(text);
  return <p>{settled}</p>;
}

let root: ReturnType<typeof createRoot>;
const type = (text: string) => act(() => root.render(<Shown text={text} />));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const settled = () => document.body.textContent;

beforeEach(async () => {
  vi.useFakeTimers();
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.querySelector("div")!);
  await type("");
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test("a search waits half a second for the typing to end", async () => {
  await type("mar");
  await wait(499);
  expect(settled()).toBe("");
  await wait(1);
  expect(settled()).toBe("mar");
});

test("emptied and begun anew, what was searched for before does not come back", async () => {
  await type("mar");
  await wait(500);
  await type("");
  expect(settled()).toBe("");
  await wait(100);
  await type("b");
  expect(settled()).toBe("");
  await wait(500);
  expect(settled()).toBe("b");
});
