import { expect, test } from "vitest";
import { applyChange, applyFound, NOTHING_YET, withPage } from "./rows.ts";

const row = (id: number, name = `row ${id}`) => ({ id, name });

test("pages follow each other; a row that moved to the next page meanwhile is not shown twice", () => {
  const first = withPage(NOTHING_YET, 1, { rows: [row(3), row(2)], hasMore: true });
  const both = withPage(first, 2, { rows: [row(2, "newer"), row(1)], hasMore: false });
  expect(both).toEqual({ rows: [row(3), row(2, "newer"), row(1)], page: 2, hasMore: false, state: "ready" });
});

test("the first page read anew takes the place of all that was there", () => {
  const before = withPage(NOTHING_YET, 1, { rows: [row(1), row(2)], hasMore: true });
  expect(withPage(before, 1, { rows: [row(9)], hasMore: false }).rows).toEqual([row(9)]);
});

test.each(
  [
    ["a new row comes first", { action: "create", record: row(9) }, [9, 1, 2]],
    ["an update of an unknown row adds it", { action: "update", record: row(9) }, [9, 1, 2]],
    ["a known row stays where it is", { action: "update", record: row(2, "changed") }, [1, 2]],
    ["a create that came before is not doubled", { action: "create", record: row(1) }, [1, 2]],
    ["a deleted row is gone", { action: "delete", id: 1 }, [2]],
  ] as const,
)("%s", (_, change, ids) => {
  const changed = applyChange([row(1), row(2)], change);
  expect(changed.map(({ id }) => id)).toEqual(ids);
  if (change.action !== "delete") expect(changed).toContainEqual(change.record);
});

test("a list with an order keeps it", () => {
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  const changed = applyChange([row(1, "a"), row(2, "c")], { action: "create", record: row(3, "b") }, byName);
  expect(changed.map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test.each(
  [
    ["a new row that the search does not find stays out", { action: "create", record: row(9, "other") }, [1, 2]],
    ["a new row that it finds comes in", { action: "create", record: row(9, "row 9") }, [9, 1, 2]],
    ["a row that it finds no more leaves", { action: "update", record: row(2, "other") }, [1]],
    ["a deleted row is gone", { action: "delete", id: 1 }, [2]],
  ] as const,
)("in a search, %s", (_, change, ids) => {
  const isFound = ({ name }: { name: string }) => name.startsWith("row");
  expect(applyFound([row(1), row(2)], change, { isFound }).map(({ id }) => id)).toEqual(ids);
});

test("an event that a later answer has overtaken changes nothing back", () => {
  const rows = [{ id: 1, name: "Depois", revision: 3 }];
  const told = (revision: number, name: string) =>
    applyChange(rows, { action: "update", record: { id: 1, name, revision } }).map((row) => row.name);
  expect([told(2, "Antes"), told(3, "O mesmo"), told(4, "Mais novo")]).toEqual([["Depois"], ["O mesmo"], [
    "Mais novo",
  ]]);
});

test("while pages are still to come, what stands behind all that are here comes with one of those", () => {
  const compare = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  const ids = (name: string, hasMore: boolean) =>
    applyFound([row(1, "a"), row(2, "c")], { action: "update", record: row(9, name) }, {
      isFound: () => true,
      compare,
      hasMore,
    })
      .map(({ id }) => id);
  expect([ids("b", true), ids("d", true), ids("d", false)]).toEqual([[1, 9, 2], [1, 2], [1, 2, 9]]);
});
