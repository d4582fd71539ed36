import { expect, test } from "vitest";
import { DEEPEST, type QueueOption } from "../../src/contract/queue_options.ts";
import {
  dropPlace,
  isRoomBelow,
  neighbourOf,
  newOption,
  rowsOf,
  type Step,
  stepOf,
  type Tree,
  withMove,
  withOption,
  without,
  withoutTarget,
} from "./tree.ts";

/** `Bolos` with two below it, then `Pães`, then `Salgados`. */
const NAMES = [["Bolos", 1, null], ["De festa", 2, 1], ["Caseiros", 3, 1], ["Pães", 4, null], [
  "Salgados",
  5,
  null,
]] as const;
const TREE = NAMES.reduce<Tree>(
  (tree, [title, id, parentId]) => withOption(tree, { ...newOption(9, parentId), id, title } as QueueOption),
  [],
);
const drawn = (tree: Tree) =>
  rowsOf(tree, new Set()).map(({ option, depth }) => `${"  ".repeat(depth)}${option.option} ${option.title}`);

test("options stand below their parents, numbered in their order", () => {
  expect(drawn(TREE)).toEqual(["1 Bolos", "  1 De festa", "  2 Caseiros", "2 Pães", "3 Salgados"]);
});

test("what lies below a folded option is not drawn", () => {
  expect(rowsOf(TREE, new Set([1])).map(({ option }) => option.title)).toEqual(["Bolos", "Pães", "Salgados"]);
});

test.each<[string, number, Step, string[] | undefined]>([
  ["the second goes up, with its own", 4, "up", ["1 Pães", "2 Bolos", "  1 De festa", "  2 Caseiros", "3 Salgados"]],
  ["the first goes down", 1, "down", ["1 Pães", "2 Bolos", "  1 De festa", "  2 Caseiros", "3 Salgados"]],
  ["the first cannot go up", 1, "up", undefined],
  ["the last cannot go down", 5, "down", undefined],
  ["the first cannot go in", 1, "in", undefined],
  ["a top one cannot go out", 4, "out", undefined],
  ["in is below the one before, as its last", 4, "in", [
    "1 Bolos",
    "  1 De festa",
    "  2 Caseiros",
    "  3 Pães",
    "2 Salgados",
  ]],
  ["out is behind its parent", 2, "out", ["1 Bolos", "  1 Caseiros", "2 De festa", "3 Pães", "4 Salgados"]],
])("%s", (_, id, step, after) => {
  const place = stepOf(TREE, id, step);
  expect(place && drawn(withMove(TREE, id, place))).toEqual(after);
});

test.each<[string, number, number, "before" | "inside" | "after", string[]]>([
  ["before", 5, 1, "before", ["1 Salgados", "2 Bolos", "  1 De festa", "  2 Caseiros", "3 Pães"]],
  ["after", 1, 4, "after", ["1 Pães", "2 Bolos", "  1 De festa", "  2 Caseiros", "3 Salgados"]],
  ["inside", 5, 2, "inside", ["1 Bolos", "  1 De festa", "    1 Salgados", "  2 Caseiros", "2 Pães"]],
])("what is dropped %s a row goes there", (_, id, over, where, after) => {
  expect(drawn(withMove(TREE, id, dropPlace(TREE, id, over, where)))).toEqual(after);
});

test("nothing goes below itself, and nothing too deep", () => {
  expect(withMove(TREE, 1, { parentId: 3, at: 0 })).toBe(TREE);
  let deep: Tree = [];
  for (let id = 1; id <= DEEPEST; id++) {
    deep = withOption(deep, { ...newOption(9, id === 1 ? null : id - 1), id, title: `${id}` });
  }
  expect([isRoomBelow(deep, DEEPEST - 1), isRoomBelow(deep, DEEPEST)]).toEqual([true, false]);
  const wider = withOption(deep, { ...newOption(9, null), id: 99 });
  expect(withMove(wider, 99, { parentId: DEEPEST, at: 0 })).toBe(wider);
});

test("what led to a queue that is deleted names none", () => {
  const tree = TREE.map((option) => ({ ...option, toQueueId: option.id, toUserId: option.id }));
  expect(withoutTarget(tree, "toQueueId", 3).map(({ toQueueId }) => toQueueId)).toEqual([1, 2, null, 4, 5]);
  expect(withoutTarget(tree, "toUserId", 1).map(({ toUserId }) => toUserId)).toEqual([null, 2, 3, 4, 5]);
});

test.each<[string, number, number[], number | undefined]>([
  ["the next, past all that goes along", 1, [], 4],
  ["the next one when they are folded away", 1, [1], 4],
  ["the parent's next after a last child", 3, [], 4],
  ["the one before after the last", 5, [], 4],
])("after a deletion the focus goes to %s", (_, id, folded, next) => {
  expect(neighbourOf(rowsOf(TREE, new Set(folded)), id)?.id).toBe(next);
});

test("after the only one is deleted, no row is left for the focus", () => {
  expect(neighbourOf(rowsOf(TREE.slice(0, 1), new Set()), 1)).toBeUndefined();
});

test("what is deleted takes its own along, and the siblings close up", () => {
  expect(drawn(without(TREE, 1))).toEqual(["1 Pães", "2 Salgados"]);
});

test("what keeps its place and number stays the same object, so that it is not drawn anew", () => {
  const moved = withMove(TREE, 5, { parentId: null, at: 1 });
  expect(drawn(moved)).toEqual(["1 Bolos", "  1 De festa", "  2 Caseiros", "2 Salgados", "3 Pães"]);
  const isSame = (id: number) => moved.find((one) => one.id === id) === TREE.find((one) => one.id === id);
  expect([1, 2, 3, 4, 5].filter(isSame)).toEqual([1, 2, 3]);
});
