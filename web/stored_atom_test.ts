// @vitest-environment happy-dom
import { createStore } from "jotai";
import { expect, test, vi } from "vitest";
import { storedAtom } from "./stored_atom.ts";

test("what is not kept yet is what it begins with, and nothing is read or thrown for it", () => {
  const parse = vi.spyOn(JSON, "parse"), store = createStore(), sizeAtom = storedAtom("size", 12);
  store.sub(sizeAtom, () => {});
  expect(store.get(sizeAtom)).toBe(12);
  expect(parse).not.toHaveBeenCalled();
});

test("what is kept is there from the beginning, follows other tabs, and is forgotten with its key", () => {
  localStorage.setItem("names", `["Ana"]`);
  const store = createStore(), namesAtom = storedAtom<readonly string[]>("names", []);
  expect(store.get(namesAtom)).toEqual(["Ana"]);
  store.sub(namesAtom, () => {});
  store.set(namesAtom, ["Bruno"]);
  expect(localStorage.getItem("names")).toBe(`["Bruno"]`);
  const told = { key: "names", storageArea: localStorage };
  dispatchEvent(new StorageEvent("storage", { ...told, newValue: `["Carla"]` }));
  expect(store.get(namesAtom)).toEqual(["Carla"]);
  localStorage.removeItem("names");
  dispatchEvent(new StorageEvent("storage", { ...told, newValue: null }));
  expect(store.get(namesAtom)).toEqual([]);
  expect(createStore().get(storedAtom("names", ["Ana"]))).toEqual(["Ana"]);
});

test("what somebody else has written there is no reason to fail", () => {
  localStorage.setItem("speed", "fast");
  expect(createStore().get(storedAtom("speed", 1))).toBe(1);
});
