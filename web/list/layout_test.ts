// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { AS_IT_CAME, inOrder, keepLayout, keptLayout } from "./layout.ts";

beforeEach(() => localStorage.clear());

const columns = (...ids: string[]) => ids.map((id) => ({ id }));

test("what Ana has arranged is hers, on this table alone, until she takes it back", () => {
  const layout = { hidden: ["email"], order: ["number", "name"], widths: { name: 240 } };
  keepLayout(1, "contacts", layout);
  expect(keptLayout(1, "contacts")).toEqual(layout);
  expect(keptLayout(2, "contacts")).toBe(AS_IT_CAME);
  expect(keptLayout(1, "tags")).toBe(AS_IT_CAME);
  keepLayout(1, "contacts", AS_IT_CAME);
  expect(localStorage.length).toBe(0);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"hidden":[1],"order":[],"widths":{}}',
  '{"hidden":[],"order":[],"widths":{"a":-5}}',
])(
  "a kept arrangement that reads %j leaves the table as it came",
  (text) => {
    localStorage.setItem("columns-1-contacts", text);
    expect(keptLayout(1, "contacts")).toBe(AS_IT_CAME);
  },
);

test("columns stand in the person's order; one that an update brought stands where it came, one that it took away is passed over", () => {
  const ids = (order: string[], ...now: string[]) => inOrder(columns(...now), order).map(({ id }) => id);
  expect(ids([], "a", "b", "c")).toEqual(["a", "b", "c"]);
  expect(ids(["c", "a", "b"], "a", "b", "c")).toEqual(["c", "a", "b"]);
  expect(ids(["b", "a"], "a", "new", "b")).toEqual(["b", "new", "a"]);
  expect(ids(["b", "gone", "a"], "a", "b")).toEqual(["b", "a"]);
});
