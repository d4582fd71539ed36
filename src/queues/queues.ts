import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import type { Queue, QueueMark, QueueRef, QueueRow } from "../contract/queues.ts";
import type { QueueForm } from "../contract/whole_queues.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { brokenUnique } from "../platform/db.ts";
import { queueTable, userQueueTable } from "./table.ts";

const REF = { id: queueTable.id, name: queueTable.name, color: queueTable.color };
const WHOLE = {
  ...getTableColumns(queueTable),
  changer: sql<string | null>`(select users.name from users where users.id = ${queueTable.changedBy})`,
};
const { schedules: _, ...ROW } = WHOLE;

export function listQueues(db: Read): QueueRow[] {
  return db.select(ROW).from(queueTable).orderBy(asc(queueTable.name)).all()
    .map(({ changer, ...row }) => ({ ...row, ...markOf({ ...row, changer }) }));
}

export function queueById(db: Read, id: number): Queue {
  const [row] = db.select(WHOLE).from(queueTable).where(eq(queueTable.id, id)).all();
  if (!row) refuse("ERR_NO_QUEUE_FOUND");
  const { changer, ...queue } = row;
  return { ...queue, ...markOf({ ...queue, changer }) };
}

interface StoredMark {
  revision: number;
  /** ms */
  changedAt: number | null;
  changedBy: number | null;
  changer: string | null;
}

function markOf({ revision, changedAt, changedBy, changer }: StoredMark): QueueMark {
  return {
    revision,
    changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
    changedBy: changedBy === null || changer === null ? null : { id: changedBy, name: changer },
  };
}

export function queuesOfUser(db: Read, userId: number): QueueRef[] {
  return ofUser(db, { userId });
}
const ofUser = prepared((db) =>
  db.select(REF).from(userQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, userQueueTable.queueId))
    .where(eq(userQueueTable.userId, prepared.arg("userId"))).orderBy(asc(queueTable.name)).prepare()
);

export function isQueue(db: Read, id: number): boolean {
  return queueIds(db, { id }).length > 0;
}
const queueIds = prepared((db) =>
  db.select({ id: queueTable.id }).from(queueTable).where(eq(queueTable.id, prepared.arg("id"))).prepare()
);

/** A new queue; its name and its colour are no other queue's (spec 2 §5). */
export function addQueue(db: Write, queue: z.output<typeof QueueForm>): Queue {
  checkWebhook(db, queue.toWebhookId);
  const { id } = distinct(() => db.insert(queueTable).values(queue).returning({ id: queueTable.id }).get());
  return queueById(db, id);
}

/** Changes a queue; what is left out stays. */
export function changeQueue(db: Write, id: number, queue: z.output<typeof QueueForm>): Queue {
  checkWebhook(db, queue.toWebhookId);
  distinct(() => db.update(queueTable).set(queue).where(eq(queueTable.id, id)).run());
  return queueById(db, id);
}

/** The webhook of an outside bot must be there; ERR_NO_WEBHOOK_FOUND. One that is off is: people take over until it is on. */
export function checkWebhook(db: Read, id: number | null | undefined): void {
  // By its name, for the feature that owns the table is further to the right.
  const isThere = !id || db.all(sql`select id from webhooks where id = ${id}`).length > 0;
  if (!isThere) refuse("ERR_NO_WEBHOOK_FOUND");
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
