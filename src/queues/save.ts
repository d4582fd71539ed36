import { eq, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Queue, QueueMark } from "../contract/queues.ts";
import type { QueueSave, WholeQueue } from "../contract/whole_queues.ts";
import type { QueueOption, TreeNode } from "../contract/queue_options.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { forgetFiles } from "./option_file.ts";
import { saveTree, treeOf } from "./options.ts";
import { addQueue, changeQueue, queueById, rowOf } from "./queues.ts";
import { queueTable } from "./table.ts";

/** Whose save it is, and when (ms). */
export interface Maker {
  userId: number;
  now: number;
}

/** Adds a queue with all that is sent of it, or nothing. */
export function saveNewQueue(company: Company, { options = [], ...queue }: Omit<QueueSave, "was">, by: Maker) {
  return company.write((db, emit): WholeQueue => {
    const { id } = addQueue(db, queue);
    const tree = saveTree(db, id, options).options;
    const saved = noteSaved(db, id, by);
    emit("queue", { action: "create", record: rowOf(saved) });
    return { ...saved, options: tree };
  });
}

/** Saves all that is sent of a queue, or nothing: what it says, its hours, its tree. */
export function saveQueue(company: Company, id: number, { was, options, ...queue }: QueueSave, by: Maker) {
  return company.write((db, emit): WholeQueue => {
    refuseIfSaved(db, id, was);
    changeQueue(db, id, queue);
    const tree = options && replaceTree(company, db, id, options);
    const saved = emitSaved(db, emit, id, by);
    return { ...saved, options: tree ?? treeOf(db, id) };
  });
}

/** Saves a queue's tree by itself. */
export function saveOptions(
  company: Company,
  id: number,
  { was, options }: { was?: number; options: readonly TreeNode[] },
  by: Maker,
): QueueOption[] {
  return company.write((db, emit) => {
    refuseIfSaved(db, id, was);
    const tree = replaceTree(company, db, id, options);
    emitSaved(db, emit, id, by);
    return tree;
  });
}

/** Counts a save of a queue or of one of its options, and lets every screen know. */
export function emitSaved(db: Write, emit: Emit, id: number, by: Maker): Queue {
  const saved = noteSaved(db, id, by);
  emit("queue", { action: "update", record: rowOf(saved) });
  return saved;
}

function noteSaved(db: Write, id: number, { userId, now }: Maker): Queue {
  const revision = sql`${queueTable.revision} + 1`;
  db.update(queueTable).set({ revision, changedAt: now, changedBy: userId }).where(eq(queueTable.id, id)).run();
  return queueById(db, id);
}

/** Two people save at once: the second is refused, and learns who was before them and when. */
function refuseIfSaved(db: Write, id: number, was: number | undefined): void {
  const { revision, changedAt, changedBy } = queueById(db, id);
  if (was === undefined || was === revision) return;
  refuse("ERR_QUEUE_CHANGED", { detail: { revision, changedAt, changedBy } satisfies QueueMark });
}

function replaceTree(company: Company, db: Write, id: number, nodes: readonly TreeNode[]): QueueOption[] {
  const { options, unused } = saveTree(db, id, nodes);
  forgetFiles(company, unused);
  return options;
}
