// @vitest-environment happy-dom
import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { early, patiently } from "./part.ts";
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
