import { expect, test } from "vitest";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { idsAfter, lostFiles, nodesOf, withIds } from "./saving.ts";
import { newOption, type Tree } from "./tree.ts";

const anOption = (id: number, parentId: number | null, is: Partial<QueueOption> = {}): QueueOption => ({
  ...newOption(9, parentId),
  id,
  title: `Opção ${id}`,
  ...is,
});
const file = { name: "cardápio.pdf", mimetype: "application/pdf", size: 2 };
/** Two at the top, one below the first of them. */
const TREE: Tree = [anOption(1, null), anOption(2, 1, { file }), anOption(4, null, { option: 2 })];

test("it is sent with parents by their place, and only what the end needs", () => {
  const tree = [...TREE, anOption(-1, 4, { action: "close", toQueueId: 3, toUserId: 4 })];
  expect(nodesOf(tree, TREE).map(({ id, parent }) => [id, parent])).toEqual([
    [1, null],
    [2, 0],
    [4, null],
    [null, 2],
  ]);
  expect(nodesOf(tree, TREE)[3]).toMatchObject({ action: "close", toQueueId: null, toUserId: null });
});

test("what somebody has deleted meanwhile is added anew, below the parent that it had", () => {
  const theirs = [anOption(4, null)];
  expect(nodesOf(TREE, theirs).map(({ id, parent }) => [id, parent])).toEqual([[null, null], [null, 0], [4, null]]);
  expect(nodesOf(TREE, []).map(({ id }) => id)).toEqual([null, null, null]);
});

test("after a save the options have the ids that the server gave them, and their places", () => {
  const tree = [anOption(-5, null), anOption(-6, -5), anOption(4, null)];
  const saved = [anOption(11, null), anOption(12, 11), anOption(4, null)];
  const ids = idsAfter(tree, saved);
  expect(withIds(tree, ids).map(({ id, parentId }) => [id, parentId])).toEqual([[11, null], [12, 11], [4, null]]);
  expect(nodesOf(withIds(tree, ids), saved).map(({ id }) => id)).toEqual([11, 12, 4]);
});

test("a file that somebody has deleted is named, unless another was chosen", () => {
  expect(lostFiles(TREE, TREE, new Set())).toEqual([]);
  expect(lostFiles(TREE, [anOption(1, null)], new Set())).toEqual(["cardápio.pdf"]);
  expect(lostFiles(TREE, [anOption(2, null)], new Set())).toEqual(["cardápio.pdf"]);
  expect(lostFiles(TREE, [], new Set([2]))).toEqual([]);
});
