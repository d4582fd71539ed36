import { expect, test } from "vitest";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { reachedFrom } from "./reach.ts";
import { newOption, type Tree } from "./tree.ts";

const to = (toQueueId: number | null, is: Partial<QueueOption> = {}): QueueOption => ({
  ...newOption(1, null),
  action: "queue",
  toQueueId,
  ...is,
});

test.each<[string, Tree, Record<number, Tree>, number[]]>([
  ["nowhere", [newOption(1, null)], {}, []],
  ["to a queue whose tree is not known yet", [to(2)], {}, [2]],
  ["on from there", [to(2)], { 2: [to(3)], 3: [to(4)] }, [2, 3, 4]],
  ["in a circle, once each", [to(2)], { 2: [to(3)], 3: [to(2), to(1)] }, [2, 3]],
  ["not from an option that has others below it", [to(2, { id: 5 }), to(3, { parentId: 5 })], {}, [3]],
  ["not by what another end left behind", [to(2, { action: "close" }), to(null)], {}, []],
])("customers come %s", (_, tree, trees, reached) => {
  expect(reachedFrom(1, tree, (id) => trees[id] ?? [])).toEqual(reached);
});
