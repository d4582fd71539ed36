import { and, asc, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import {
  DEEPEST,
  MOST_OPTIONS,
  type QueueOption,
  type queueOptions,
  type TreeNode,
} from "../contract/queue_options.ts";
import type { Read, Write } from "../platform/company.ts";
import { checkWebhook, listQueues, queueById } from "./queues.ts";
import { type QueueOptionRow, queueOptionTable } from "./table.ts";

type NewOption = z.output<(typeof queueOptions)["add"]["body"]>;
type OptionChange = z.output<(typeof queueOptions)["change"]["body"]>;

export function optionById(db: Read, id: number): QueueOptionRow {
  return db.select().from(queueOptionTable).where(eq(queueOptionTable.id, id)).all()[0] ??
    refuse("ERR_NO_QUEUE_OPTION_FOUND");
}

/** The options below one, or at the top (null), in their order. */
export function optionsBelow(db: Read, queueId: number, parentId: number | null): QueueOption[] {
  queueById(db, queueId);
  return db.select().from(queueOptionTable).where(siblingsOf({ queueId, parentId }))
    .orderBy(asc(queueOptionTable.option), asc(queueOptionTable.id)).all().map(optionOf);
}

/** A queue's whole tree: siblings in their order, parents before their children. */
export function treeOf(db: Read, queueId: number): QueueOption[] {
  queueById(db, queueId);
  const rows = db.select().from(queueOptionTable).where(eq(queueOptionTable.queueId, queueId))
    .orderBy(asc(queueOptionTable.option), asc(queueOptionTable.id)).all();
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const inOrder = (parentId: number | null): QueueOptionRow[] =>
    (below.get(parentId) ?? []).flatMap((row) => [row, ...inOrder(row.id)]);
  return inOrder(null).map(optionOf);
}

export function optionOf({ file, fileName, fileMimetype, fileSize, ...row }: QueueOptionRow): QueueOption {
  return { ...row, file: file === null ? null : { name: fileName, mimetype: fileMimetype, size: fileSize } };
}

/** Adds an option in its place; the siblings from there on make room. */
export function addOption(db: Write, { queueId, parentId = null, option, ...rest }: NewOption): QueueOption {
  queueById(db, queueId);
  if (parentId !== null && optionById(db, parentId).queueId !== queueId) refuse("ERR_NO_QUEUE_OPTION_FOUND");
  const all = treeOf(db, queueId);
  if (all.length >= MOST_OPTIONS || depthOf(all, parentId) >= DEEPEST) refuse("ERR_TREE_TOO_LARGE");
  checkTargets(db, [rest]);
  const last = all.filter((one) => one.parentId === parentId).length;
  const place = Math.min(option ?? last + 1, last + 1);
  db.update(queueOptionTable).set({ option: sql`${queueOptionTable.option} + 1` })
    .where(and(siblingsOf({ queueId, parentId }), gte(queueOptionTable.option, place))).run();
  return optionOf(
    db.insert(queueOptionTable).values({ ...rest, queueId, parentId, option: place }).returning().get(),
  );
}

/** Changes an option; a new place moves it among its siblings. What is left out stays. */
export function changeOption(db: Write, id: number, { option, ...rest }: OptionChange): QueueOption {
  const had = optionById(db, id);
  checkTargets(db, [rest]);
  if (Object.keys(rest).length > 0) {
    db.update(queueOptionTable).set(rest).where(eq(queueOptionTable.id, id)).run();
  }
  if (option !== undefined && option !== had.option) {
    const others = optionsBelow(db, had.queueId, had.parentId).filter((one) => one.id !== id).map((one) => one.id);
    number(db, others.toSpliced(option - 1, 0, id));
  }
  return optionOf(optionById(db, id));
}

/** Deletes an option with all below it; the siblings after it move up. Answers the files that nothing needs any more. */
export function removeOption(db: Write, id: number): string[] {
  const had = optionById(db, id);
  const tree = db.select().from(queueOptionTable).where(eq(queueOptionTable.queueId, had.queueId)).all();
  const below = (parent: QueueOptionRow): QueueOptionRow[] => [
    parent,
    ...tree.filter(({ parentId }) => parentId === parent.id).flatMap(below),
  ];
  const files = below(had).flatMap(({ file }) => file ?? []);
  db.delete(queueOptionTable).where(eq(queueOptionTable.id, id)).run();
  number(db, optionsBelow(db, had.queueId, had.parentId).map((one) => one.id));
  return files;
}

/** What was saved, in the order in which it was sent, and the files that nothing needs any more. */
export interface SavedTree {
  options: QueueOption[];
  unused: string[];
}

/** Makes a queue's tree just this one: what is new is added, what is left out goes, with its file. */
export function saveTree(db: Write, queueId: number, nodes: readonly TreeNode[]): SavedTree {
  queueById(db, queueId);
  checkShape(nodes);
  checkTargets(db, nodes);
  const had = new Map(
    db.select().from(queueOptionTable).where(eq(queueOptionTable.queueId, queueId)).all().map((row) => [row.id, row]),
  );
  if (nodes.some(({ id }) => id !== null && !had.has(id))) refuse("ERR_NO_QUEUE_OPTION_FOUND");
  const ids: number[] = [], counts = new Map<number | null, number>();
  for (const { id, parent, ...rest } of nodes) {
    const parentId = parent === null ? null : ids[parent]!;
    const option = (counts.get(parentId) ?? 0) + 1;
    counts.set(parentId, option);
    const row = {
      message: "",
      action: "human" as const,
      toQueueId: null,
      toUserId: null,
      toWebhookId: null,
      ...rest,
      queueId,
      parentId,
      option,
    };
    ids.push(
      id === null
        ? db.insert(queueOptionTable).values(row).returning({ id: queueOptionTable.id }).get().id
        : db.update(queueOptionTable).set(row).where(eq(queueOptionTable.id, id)).returning().all()[0]!.id,
    );
  }
  // Only now, so that nothing that has moved goes down with its former parent.
  const gone = [...had.values()].filter(({ id }) => !ids.includes(id));
  for (let from = 0; from < gone.length; from += 100) {
    const some = gone.slice(from, from + 100).map(({ id }) => id);
    db.delete(queueOptionTable).where(inArray(queueOptionTable.id, some)).run();
  }
  const saved = new Map(treeOf(db, queueId).map((option) => [option.id, option]));
  return { options: ids.map((id) => saved.get(id)!), unused: gone.flatMap(({ file }) => file ?? []) };
}

/** Parents come before their children, nobody stands twice, and it is no deeper than it may be. */
function checkShape(nodes: readonly TreeNode[]): void {
  const ids = nodes.flatMap(({ id }) => id ?? []);
  const isBroken = new Set(ids).size < ids.length ||
    nodes.some(({ parent }, place) => parent !== null && parent >= place);
  if (isBroken) refuse("ERR_INVALID_INPUT", { fields: { options: "invalid" } });
  const depths: number[] = [];
  for (const { parent } of nodes) depths.push(parent === null ? 1 : depths[parent]! + 1);
  if (Math.max(0, ...depths) > DEEPEST) refuse("ERR_TREE_TOO_LARGE");
}

/** Where an option leads must be there: another queue of the company, one of its people, or one of its webhooks. */
function checkTargets(db: Read, options: readonly Pick<TreeNode, "toQueueId" | "toUserId" | "toWebhookId">[]): void {
  const queueIds = new Set(listQueues(db).map(({ id }) => id));
  if (options.some(({ toQueueId }) => toQueueId && !queueIds.has(toQueueId))) refuse("ERR_NO_QUEUE_FOUND");
  const userIds = new Set(db.all<{ id: number }>(sql`select id from users`).map(({ id }) => Number(id)));
  if (options.some(({ toUserId }) => toUserId && !userIds.has(toUserId))) refuse("ERR_NO_USER_FOUND");
  for (const { toWebhookId } of options) checkWebhook(db, toWebhookId);
}

/** How many levels lie above what would be put below `parentId`. */
function depthOf(all: readonly QueueOption[], parentId: number | null): number {
  const parents = new Map(all.map((one) => [one.id, one.parentId]));
  let depth = 0;
  for (let at: number | null = parentId; at !== null; at = parents.get(at) ?? null) depth++;
  return depth;
}

function number(db: Write, ids: readonly number[]): void {
  ids.forEach((id, at) => db.update(queueOptionTable).set({ option: at + 1 }).where(eq(queueOptionTable.id, id)).run());
}

function siblingsOf({ queueId, parentId }: { queueId: number; parentId: number | null }): SQL | undefined {
  return and(
    eq(queueOptionTable.queueId, queueId),
    parentId === null ? isNull(queueOptionTable.parentId) : eq(queueOptionTable.parentId, parentId),
  );
}
