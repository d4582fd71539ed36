import { DEEPEST, MOST_OPTIONS, type QueueOption } from "../../src/contract/queue_options.ts";
import { USUAL_MINUTES } from "../../src/shared/bot/minutes.ts";

/**
 * A queue's options as they are being edited: parents before their children, siblings in their order and numbered from 1.
 * A new one has a negative id until it is saved.
 */
export type Tree = readonly QueueOption[];

/** A row of the tree as it is drawn. */
export interface TreeRow {
  option: QueueOption;
  /** From 0 at the top. */
  depth: number;
}

let lastNew = 0;

/** An option that nobody has saved yet. */
export function newOption(queueId: number, parentId: number | null): QueueOption {
  return {
    id: --lastNew,
    queueId,
    parentId,
    option: 1,
    title: "",
    message: "",
    action: "human",
    toQueueId: null,
    toUserId: null,
    toWebhookId: null,
    botMinutes: USUAL_MINUTES,
    botMessage: "",
    file: null,
  };
}

/** The rows to be drawn: what lies below a folded option is not. */
export function rowsOf(tree: Tree, folded: ReadonlySet<number>): TreeRow[] {
  const below = childrenOf(tree);
  const walk = (parentId: number | null, depth: number): TreeRow[] =>
    (below.get(parentId) ?? []).flatMap((option) => [
      { option, depth },
      ...(folded.has(option.id) ? [] : walk(option.id, depth + 1)),
    ]);
  return walk(null, 0);
}

export function childrenOf(tree: Tree): Map<number | null, QueueOption[]> {
  return Map.groupBy(tree, ({ parentId }) => parentId);
}

/** Which row the focus goes to when one is deleted with all below it: the one after them, else the one before. */
export function neighbourOf(rows: readonly TreeRow[], id: number): QueueOption | undefined {
  const at = rows.findIndex(({ option }) => option.id === id);
  const next = rows.find(({ depth }, place) => place > at && depth <= rows[at]!.depth);
  return (next ?? rows[at - 1])?.option;
}

/** With another option, last below its parent. */
export function withOption(tree: Tree, option: QueueOption): Tree {
  return ordered([...tree, { ...option, option: Infinity }]);
}

export function withChange(tree: Tree, id: number, change: Partial<QueueOption>): Tree {
  return tree.map((option) => option.id === id ? { ...option, ...change } : option);
}

/** Once a queue, a person or a webhook is deleted, what led there names nobody, as it is stored then, too. */
export function withoutTarget(tree: Tree, name: "toQueueId" | "toUserId" | "toWebhookId", id: number): QueueOption[] {
  return tree.map((option) => option[name] === id ? { ...option, [name]: null } : option);
}

/** Without an option and all below it. */
export function without(tree: Tree, id: number): Tree {
  const gone = new Set(subtreeOf(tree, id).map((option) => option.id));
  return ordered(tree.filter((option) => !gone.has(option.id)));
}

/** An option with all below it. */
export function subtreeOf(tree: Tree, id: number): QueueOption[] {
  const below = childrenOf(tree);
  const walk = (option: QueueOption): QueueOption[] => [option, ...(below.get(option.id) ?? []).flatMap(walk)];
  return tree.filter((option) => option.id === id).flatMap(walk);
}

export type Step = "up" | "down" | "in" | "out";

/** Where one step leads: among its siblings, below the one before, or out to its parent's level; nothing when it can't go. */
export function stepOf(tree: Tree, id: number, step: Step): Place | undefined {
  const option = tree.find((one) => one.id === id);
  if (!option) return undefined;
  const siblings = tree.filter(({ parentId }) => parentId === option.parentId);
  const at = siblings.indexOf(option);
  if (step === "up") return at > 0 ? { parentId: option.parentId, at: at - 1 } : undefined;
  if (step === "down") return at < siblings.length - 1 ? { parentId: option.parentId, at: at + 1 } : undefined;
  if (step === "in") return at > 0 ? { parentId: siblings[at - 1]!.id, at: Infinity } : undefined;
  const parent = tree.find((one) => one.id === option.parentId);
  return parent && { parentId: parent.parentId, at: parent.option };
}

/** A place among the children of a parent, counted from 0 without the option that goes there. */
export interface Place {
  parentId: number | null;
  at: number;
}

/** The tree with an option in another place; as it was when it would be below itself, or too deep. */
export function withMove(tree: Tree, id: number, { parentId, at }: Place): Tree {
  const moved = subtreeOf(tree, id);
  if (moved.some((option) => option.id === parentId)) return tree;
  const self = moved[0]!;
  const siblings = tree.filter((option) => option.parentId === parentId && option.id !== id);
  const inPlace = siblings.toSpliced(Math.min(at, siblings.length), 0, { ...self, parentId });
  const others = tree.filter((option) => option.id !== id && option.parentId !== parentId);
  const next = ordered([
    ...others,
    ...inPlace.map((one, nth) => one.option === nth + 1 ? one : { ...one, option: nth + 1 }),
  ]);
  return depthOf(next) > DEEPEST ? tree : next;
}

/** Where something dropped on a row goes: before it, below it, or after it. */
export function dropPlace(tree: Tree, id: number, over: number, where: "before" | "inside" | "after"): Place {
  const target = tree.find((option) => option.id === over)!;
  if (where === "inside") return { parentId: over, at: Infinity };
  const siblings = tree.filter(({ parentId, id: one }) => parentId === target.parentId && one !== id);
  return { parentId: target.parentId, at: siblings.indexOf(target) + (where === "after" ? 1 : 0) };
}

/** Whether there is room for another option below a parent. */
export function isRoomBelow(tree: Tree, parentId: number | null): boolean {
  if (tree.length >= MOST_OPTIONS) return false;
  let depth = 0;
  const parents = new Map(tree.map((option) => [option.id, option.parentId]));
  for (let at: number | null = parentId; at !== null; at = parents.get(at) ?? null) depth++;
  return depth < DEEPEST;
}

/** Says below which parents an option may go with all its own: not below itself, and not too deep. */
export function roomFor(tree: Tree, id: number): (parentId: number | null) => boolean {
  const own = new Set(subtreeOf(tree, id).map((option) => option.id));
  const depths = new Map(rowsOf(tree, new Set()).map(({ option, depth }) => [option.id, depth]));
  const height = Math.max(...[...own].map((one) => depths.get(one)!)) - depths.get(id)! + 1;
  return (parentId) =>
    parentId === null || (!own.has(parentId) && (depths.get(parentId) ?? DEEPEST) + 1 + height <= DEEPEST);
}

function depthOf(tree: Tree): number {
  return Math.max(0, ...rowsOf(tree, new Set()).map(({ depth }) => depth + 1));
}

/** Parents before their children, siblings by their numbers and numbered anew. */
function ordered(tree: Tree): Tree {
  const below = childrenOf(tree);
  const walk = (parentId: number | null): QueueOption[] =>
    (below.get(parentId) ?? [])
      .map((option, nth) => ({ option, nth }))
      .toSorted((one, other) => one.option.option - other.option.option || one.nth - other.nth)
      .flatMap(({ option }, nth) => [
        option.option === nth + 1 ? option : { ...option, option: nth + 1 },
        ...walk(option.id),
      ]);
  return walk(null);
}
