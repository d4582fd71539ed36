// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { RowBoundary } from "./RowBoundary.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

function Row({ says }: { says: string | null }) {
  return <b>{says!.toUpperCase()}</b>;
}

test("a row that cannot be drawn is said to be such, the others stay, and it comes back when it is mended", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const page = document.createElement("div"), root = createRoot(page);
  const show = (rows: (string | null)[]) =>
    act(() =>
      root.render(
        rows.map((says, nth) => (
          <RowBoundary key={nth} of={says} fallback={<i>cannot be drawn</i>}>
            <Row says={says} />
          </RowBoundary>
        )),
      )
    );
  show(["a", null, "c"]);
  expect(page.innerHTML).toBe("<b>A</b><i>cannot be drawn</i><b>C</b>");
  show(["a", "b", "c"]);
  expect(page.innerHTML).toBe("<b>A</b><b>B</b><b>C</b>");
  act(() => root.unmount());
});
