// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { beforeEach, expect, test, vi } from "vitest";
import { Button, type ButtonProps } from "./Button.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let page: HTMLElement, root: Root;
const onClick = vi.fn(), onSubmit = vi.fn((event: Event) => event.preventDefault());
const button = () => page.querySelector("button")!;

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = "<form></form><input>";
  page = document.querySelector("form")!;
  page.addEventListener("submit", onSubmit);
  root = createRoot(page);
});

async function draw(props: Omit<ButtonProps, "children">) {
  await act(() => root.render(<Button type="submit" onClick={onClick} {...props}>Salvar</Button>));
}

test("a button that becomes disabled under the focus keeps it, says so and does nothing", async () => {
  await draw({});
  await act(() => button().focus());
  await draw({ disabled: true });
  expect(document.activeElement).toBe(button());
  expect([button().disabled, button().getAttribute("aria-disabled"), button().hasAttribute("data-disabled")])
    .toEqual([false, "true", true]);
  await act(() => button().click());
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0]);
});

test("it is really disabled once the focus has gone on, and works again when there is something to do", async () => {
  await draw({});
  await act(() => button().focus());
  await draw({ disabled: true });
  await act(() => document.querySelector("input")!.focus());
  expect([button().disabled, button().hasAttribute("aria-disabled")]).toEqual([true, false]);
  await draw({ disabled: false });
  await act(() => button().click());
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
});

test("while something is under way a second press does nothing, and the focus stays", async () => {
  await draw({});
  await act(() => button().focus());
  await draw({ busy: true, disabled: true });
  await act(() => button().click());
  expect(document.activeElement).toBe(button());
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0]);
});
