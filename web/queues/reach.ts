import type { Tree } from "./tree.ts";

/** The queues to which customers come from a queue's tree, by whatever others, as far as their trees are known. */
export function reachedFrom(queueId: number, tree: Tree, treeOf: (queueId: number) => Tree): number[] {
  const reached = new Set<number>();
  const follow = (from: Tree) => {
    for (const id of queuesAfter(from)) {
      if (id === queueId || reached.has(id)) continue;
      reached.add(id);
      follow(treeOf(id));
    }
  };
  follow(tree);
  return [...reached];
}

/** The queues that a tree's ends lead to. */
function queuesAfter(tree: Tree): number[] {
  const parents = new Set(tree.map(({ parentId }) => parentId));
  const ends = tree.filter(({ id, action }) => action === "queue" && !parents.has(id));
  return [...new Set(ends.flatMap(({ toQueueId }) => toQueueId ?? []))];
}
