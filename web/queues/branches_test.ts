import { expect, test } from "vitest";
import { DEEPEST } from "../../src/contract/queue_options.ts";
import type { QueueRow } from "../../src/contract/queues.ts";
import { type Branch, branchesOf } from "./branches.ts";
import { newOption, roomFor, type Tree, withChange, withOption } from "./tree.ts";

/** `Bolos` with `De festa` below it, then `Pães`, which leads to another queue. */
const TREE = ([["Bolos", 1, null], ["De festa", 2, 1], ["Pães", 3, null]] as const).reduce<Tree>(
  (tree, [title, id, parentId]) =>
    withOption(tree, { ...newOption(9, parentId), id, title, action: "queue", toQueueId: 4 }),
  [],
);
const leadingTo = (name: string) => ({ queues: [{ id: 4, name } as QueueRow], people: [], webhooks: [] });
const drawn = (branches: readonly Branch[]): unknown[] =>
  branches.map(({ option, target, below }) => [option.title, target, drawn(below)]);

test("branches stand below one another and say where they lead", () => {
  expect(drawn(branchesOf(TREE, leadingTo("Atacado"), []))).toEqual([
    ["Bolos", "Atacado", [["De festa", "Atacado", []]]],
    ["Pães", "Atacado", []],
  ]);
});

test("what changes is drawn anew with all above it, and nothing else", () => {
  const before = branchesOf(TREE, leadingTo("Atacado"), []);
  const changed = branchesOf(withChange(TREE, 2, { title: "De casamento" }), leadingTo("Atacado"), before);
  expect(changed.map((branch, nth) => branch === before[nth])).toEqual([false, true]);
  const renamed = branchesOf(TREE, leadingTo("Varejo"), before);
  expect(renamed.map((branch, nth) => branch === before[nth])).toEqual([false, false]);
});

test("an option may go wherever there is room for all below it, but not below itself", () => {
  const mayGoBelow = roomFor(TREE, 1);
  expect([null, 1, 2, 3].map(mayGoBelow)).toEqual([true, false, false, true]);
  const deep = Array.from({ length: DEEPEST - 1 }, (_, nth) => nth + 11).reduce<Tree>(
    (tree, id, nth) => withOption(tree, { ...newOption(9, nth === 0 ? null : id - 1), id }),
    TREE,
  );
  const last = DEEPEST + 9;
  expect([roomFor(deep, 3)(last), roomFor(deep, 1)(last), roomFor(deep, 1)(last - 1)]).toEqual([true, false, true]);
});
