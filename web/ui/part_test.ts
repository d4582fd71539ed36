// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { patiently } from "./part.ts";
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
