import { expect, test } from "vitest";
import { compareBy } from "./order.ts";

const rows = [
  { id: 1, name: "Zé", number: 7 },
  { id: 2, name: "ângela", number: null },
  { id: 3, name: "Angela", number: 30 },
  { id: 4, name: "Bia", number: 7 },
];
const ids = (compare: (one: typeof rows[number], other: typeof rows[number]) => number) =>
  rows.toSorted(compare).map(({ id }) => id);

test("names stand as in a dictionary, up or down, the same ones in the order in which they came", () => {
  expect(ids(compareBy(({ name }) => name))).toEqual([2, 3, 4, 1]);
  expect(ids(compareBy(({ name }) => name, "desc"))).toEqual([1, 4, 3, 2]);
});

test("numbers are counted, not spelled, and whoever has none stands last in either order", () => {
  expect(ids(compareBy(({ number }) => number))).toEqual([1, 4, 3, 2]);
  expect(ids(compareBy(({ number }) => number, "desc"))).toEqual([3, 4, 1, 2]);
});
