// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import { askAnew } from "../ui/part.ts";
import { keptWhileReading } from "./choices.ts";

test("what fails once its dialog is closed is asked for again when that is called up anew", async () => {
  const store = getDefaultStore(), asked: PromiseWithResolvers<string[]>[] = [];
  const people = keptWhileReading(() => {
    const next = Promise.withResolvers<string[]>();
    asked.push(next);
    return next.promise;
  });
  const seen = Promise.resolve(store.get(people)).catch(() => "failed");
  // Something else of the dialog did not come: it is closed while this is still on its way.
  askAnew();
  Promise.resolve(store.get(people)).catch(() => {});
  expect(asked.length).toBe(2);
  for (const one of asked) one.reject(new Error("offline"));
  expect(await seen).toBe("failed");
  const anew = Promise.resolve(store.get(people));
  expect(asked.length).toBe(3);
  asked[2]!.resolve(["Bruno"]);
  expect(await anew).toEqual(["Bruno"]);
});
