// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { TurnOf, useTurn, useTurns } from "./turns.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

function Part({ name, has }: { name: string; has: boolean }) {
  const isTurn = useTurn(has);
  return isTurn && has ? <b>{name}</b> : <i>{name}</i>;
}

function Page({ here }: { here: string }) {
  const turns = useTurns(3);
  return [..."abc"].map((name, nth) => (
    <TurnOf key={name} value={turns[nth]!}>
      <Part name={name} has={here.includes(name)} />
    </TurnOf>
  ));
}

test("parts are shown from above to below, in whatever order they come", async () => {
  document.body.innerHTML = "<main></main>";
  const page = document.querySelector("main")!, root = createRoot(page);
  const shown = async (here: string) => {
    await act(() => root.render(<Page here={here} />));
    return [...page.querySelectorAll("b")].map(({ textContent }) => textContent).join("");
  };
  expect(await shown("")).toBe("");
  expect(await shown("c")).toBe("");
  expect(await shown("ac")).toBe("a");
  expect(await shown("abc")).toBe("abc");
  // What is read again holds up nothing below it.
  expect(await shown("bc")).toBe("bc");
});

test("those below a part that takes too long come without it", async () => {
  vi.useFakeTimers();
  document.body.innerHTML = "<main></main>";
  await act(() => createRoot(document.querySelector("main")!).render(<Page here="bc" />));
  expect(document.querySelectorAll("b")).toHaveLength(0);
  await act(() => vi.advanceTimersByTime(2000));
  expect([...document.querySelectorAll("b")].map(({ textContent }) => textContent)).toEqual(["b", "c"]);
  vi.useRealTimers();
});

test("a part that stands alone waits for nobody", async () => {
  document.body.innerHTML = "<main></main>";
  await act(() => createRoot(document.querySelector("main")!).render(<Part name="a" has />));
  expect(document.body.textContent).toBe("a");
  expect(document.querySelector("b")).not.toBe(null);
});
