import { asc, eq, getTableColumns } from "drizzle-orm";
import type * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import type { Queue, QueueForm, QueueRef, QueueRow } from "../contract/queues.ts";
import type { Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { queueTable, userQueueTable } from "./table.ts";

const REF = { id: queueTable.id, name: queueTable.name, color: queueTable.color };
const { schedules: _, ...ROW } = getTableColumns(queueTable);

export function listQueues(db: Read): QueueRow[] {
  return db.select(ROW).from(queueTable).orderBy(asc(queueTable.name)).all();
}

export function queueById(db: Read, id: number): Queue {
  return db.select().from(queueTable).where(eq(queueTable.id, id)).all()[0] ?? refuse("ERR_NO_QUEUE_FOUND");
}

export function queuesOfUser(db: Read, userId: number): QueueRef[] {
  return db.select(REF).from(userQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, userQueueTable.queueId))
    .where(eq(userQueueTable.userId, userId)).orderBy(asc(queueTable.name)).all();
}

/** A new queue; its name and its colour are no other queue's (spec 2 §5). */
export function addQueue(db: Write, queue: z.output<typeof QueueForm>): Queue {
  return distinct(() => db.insert(queueTable).values(queue).returning().get());
}

/** Changes a queue; what is left out stays. */
export function changeQueue(db: Write, id: number, queue: z.output<typeof QueueForm>): Queue {
  const changed = distinct(() => db.update(queueTable).set(queue).where(eq(queueTable.id, id)).returning().all()[0]);
  return changed ?? refuse("ERR_NO_QUEUE_FOUND");
}

/** As lists show it. */
export function rowOf({ schedules: _, ...row }: Queue): QueueRow {
  return row;
}

function distinct<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    const broken = brokenUnique(error);
    if (broken === "queues.color") refuse("ERR_QUEUE_COLOR_ALREADY_EXISTS", { fields: { color: "taken" } });
    if (broken === "queues.name") refuse("ERR_DUPLICATED_NAME", { fields: { name: "taken" } });
    throw error;
  }
}
