// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { useThreadScroll } from "./useThreadScroll.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
const sized: ((entries: unknown[]) => void)[] = [];
vi.stubGlobal(
  "ResizeObserver",
  class {
    constructor(onSize: (entries: unknown[]) => void) {
      sized.push(onSize);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const noteEnd = vi.fn((_: boolean) => {});
const READING = { readOn: () => {}, goToEnd: () => {}, noteEnd };

function Thread() {
  const { scroll } = useThreadScroll([], { thread: null, goal: null }, READING);
  return (
    <div ref={scroll}>
      <ol />
    </div>
  );
}

test("a thread that is taken away looks no more where it stands, though its size changes by that", async () => {
  const root = createRoot(document.createElement("div"));
  await act(() => root.render(<Thread />));
  sized.forEach((tell) => tell([]));
  expect(noteEnd.mock.calls).toEqual([[true]]);
  await act(() => root.unmount());
  sized.forEach((tell) => tell([]));
  expect(noteEnd.mock.calls).toEqual([[true], [false]]);
});
