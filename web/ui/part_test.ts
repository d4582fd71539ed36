// @vitest-environment happy-dom
import { act, Component, createElement, createRef, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { askAnew, early, lazy, patiently } from "./part.ts";
import { untilSo } from "../testing_until.ts";

test("a part that does not come is asked for again, at once when the line is back", async () => {
  const load = vi.fn(() =>
    load.mock.calls.length < 3 ? Promise.reject(new TypeError("gone")) : Promise.resolve("here")
  );
  const part = patiently(load, 60_000);
  await untilSo(() => expect(load).toHaveBeenCalledTimes(1));
  dispatchEvent(new Event("online"));
  await untilSo(() => expect(load).toHaveBeenCalledTimes(2));
  dispatchEvent(new Event("online"));
  expect(await part).toBe("here");
});

test("and once more after a while, whether the browser has noticed anything or not", async () => {
  const load = vi.fn(() =>
    load.mock.calls.length < 2 ? Promise.reject(new TypeError("gone")) : Promise.resolve("here")
  );
  expect(await patiently(load, 5)).toBe("here");
});

test("what was asked for early is drawn at once; else there is a gap until it has come", async () => {
  const page = async (isAskedFor: boolean) => {
    const [Part, fetch] = early(() => Promise.resolve({ default: () => "here" }));
    if (isAskedFor) await fetch();
    return renderToString(createElement(Suspense, { fallback: "gap" }, createElement(Part)));
  };
  expect(await page(true)).toContain("here");
  expect(await page(false)).toContain("gap");
});

/** Shows what went wrong below it, until it is told to try again. */
class Boundary extends Component<{ children: ReactNode }, { failure?: Error }> {
  override state: { failure?: Error } = {};
  static getDerivedStateFromError = (failure: Error) => ({ failure });
  override render = () => this.state.failure?.message ?? this.props.children;
}

test("what did not come is an error until it is asked for anew; then it may come", async () => {
  const load = vi.fn(() =>
    load.mock.calls.length < 2 ? Promise.reject(new Error("gone")) : Promise.resolve({ default: () => "here" })
  );
  const Part = lazy(load);
  const place = document.createElement("div");
  const boundary = createRef<Boundary>();
  const root = createRoot(place);
  await act(() =>
    root.render(createElement(Boundary, { ref: boundary, children: createElement(Suspense, {}, createElement(Part)) }))
  );
  expect(place.textContent).toBe("gone");
  await act(() => boundary.current!.setState({ failure: undefined }));
  expect(place.textContent).toBe("gone");
  expect(load).toHaveBeenCalledTimes(1);
  askAnew();
  await act(() => boundary.current!.setState({ failure: undefined }));
  expect(place.textContent).toBe("here");
});
