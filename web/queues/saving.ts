import type { TreeNode } from "../../src/contract/queue_options.ts";
import type { Tree } from "./tree.ts";

/**
 * As it is sent: a parent is named by its place, and only what the end action needs goes along. What is not among the
 * `stored` is added: it is new, or somebody has deleted it meanwhile.
 */
export function nodesOf(tree: Tree, stored: Tree): TreeNode[] {
  const places = new Map(tree.map(({ id }, place) => [id, place]));
  const ids = new Set(stored.map(({ id }) => id));
  return tree.map(({ id, parentId, title, message, action, toQueueId, toUserId, ...bot }) => ({
    id: ids.has(id) ? id : null,
    parent: parentId === null ? null : places.get(parentId)!,
    title,
    message,
    action,
    toQueueId: action === "queue" ? toQueueId : null,
    toUserId: action === "user" ? toUserId : null,
    toWebhookId: action === "bot" ? bot.toWebhookId : null,
    botMinutes: bot.botMinutes,
    botMessage: bot.botMessage,
  }));
}

/** The ids that a tree's options have since it was saved, by those that they had; `saved` is in the order of the tree. */
export function idsAfter(tree: Tree, saved: Tree): ReadonlyMap<number, number> {
  return new Map(tree.map(({ id }, place) => [id, saved[place]!.id]));
}

/** The same options with other ids. */
export function withIds(tree: Tree, ids: ReadonlyMap<number, number>): Tree {
  return tree.map((option) => ({
    ...option,
    id: ids.get(option.id)!,
    parentId: option.parentId === null ? null : ids.get(option.parentId)!,
  }));
}

/** The names of files that a tree shows but that are stored no more: somebody has taken them off, or deleted their option. */
export function lostFiles(tree: Tree, stored: Tree, chosen: ReadonlySet<number>): string[] {
  const kept = new Set(stored.flatMap(({ id, file }) => file ? id : []));
  return tree.flatMap(({ id, file }) => file && !chosen.has(id) && !kept.has(id) ? file.name : []);
}
