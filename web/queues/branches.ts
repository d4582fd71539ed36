import { useMemo, useRef } from "react";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import type { QueueRow } from "../../src/contract/queues.ts";
import type { Webhook } from "../../src/contract/webhooks.ts";
import type { UserRef } from "../../src/contract/users.ts";
import { childrenOf, type Tree } from "./tree.ts";

/** An option with all below it: the same object as long as nothing in it changes, so that only what changes is drawn anew. */
export interface Branch {
  option: QueueOption;
  /** Where it leads, by name, if that is somewhere else. */
  target: string | undefined;
  below: readonly Branch[];
}

/** Where an option may lead. */
export interface Targets {
  queues: readonly QueueRow[];
  people: readonly UserRef[];
  webhooks: readonly Webhook[];
}

/** A tree's branches; those that are as they were stay the same objects as long as it is drawn. */
export function useBranches(tree: Tree, targets: Targets): readonly Branch[] {
  const before = useRef<readonly Branch[]>([]);
  return useMemo(() => before.current = branchesOf(tree, targets, before.current), [tree, targets]);
}

export function branchesOf(tree: Tree, targets: Targets, before: readonly Branch[]): readonly Branch[] {
  const below = childrenOf(tree);
  const known = new Map(before.flatMap(withAllBelow).map((branch) => [branch.option.id, branch]));
  const grow = (parentId: number | null): readonly Branch[] =>
    (below.get(parentId) ?? []).map((option) => {
      const next = { option, target: targetOf(option, targets), below: grow(option.id) };
      const old = known.get(option.id);
      return old && isSame(old, next) ? old : next;
    });
  return grow(null);
}

function withAllBelow(branch: Branch): Branch[] {
  return [branch, ...branch.below.flatMap(withAllBelow)];
}

function isSame(one: Branch, other: Branch): boolean {
  return one.option === other.option && one.target === other.target &&
    one.below.length === other.below.length && one.below.every((branch, nth) => branch === other.below[nth]);
}

function targetOf(
  { action, toQueueId, toUserId, toWebhookId }: QueueOption,
  { queues, people, webhooks }: Targets,
): string | undefined {
  if (action === "queue") return queues.find(({ id }) => id === toQueueId)?.name;
  if (action === "user") return people.find(({ id }) => id === toUserId)?.name;
  if (action === "bot") return webhooks.find(({ id }) => id === toWebhookId)?.name;
}
