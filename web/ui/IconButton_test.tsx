// @vitest-environment happy-dom
import { ChevronRight } from "lucide-react";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { beforeEach, expect, test, vi } from "vitest";
import { IconButton } from "./IconButton.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let page: HTMLElement, root: Root;
const onClick = vi.fn();
const button = () => page.querySelector("button")!;

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = "<div></div><input>";
  page = document.querySelector("div")!;
  root = createRoot(page);
});

async function draw(disabled: boolean) {
  await act(() =>
    root.render(<IconButton label="Próxima" icon={ChevronRight} disabled={disabled} onClick={onClick} />)
  );
}

test("an arrow that has come to its end keeps the focus, says so and does nothing", async () => {
  await draw(false);
  await act(() => button().focus());
  await draw(true);
  expect(document.activeElement).toBe(button());
  expect([button().disabled, button().getAttribute("aria-disabled"), button().hasAttribute("data-disabled")])
    .toEqual([false, "true", true]);
  await act(() => button().click());
  expect(onClick).not.toHaveBeenCalled();
});

test("it is really disabled once the focus has gone on, and works again when there is something to do", async () => {
  await draw(false);
  await act(() => button().focus());
  await draw(true);
  await act(() => document.querySelector("input")!.focus());
  expect([button().disabled, button().hasAttribute("aria-disabled")]).toEqual([true, false]);
  await draw(false);
  await act(() => button().click());
  expect(onClick).toHaveBeenCalledOnce();
});
