import { asc, eq } from "drizzle-orm";
import type { QueueRef } from "../contract/queues.ts";
import type { Read, Write } from "../platform/company.ts";
import { queueTable, userQueueTable } from "./table.ts";

const REF = { id: queueTable.id, name: queueTable.name, color: queueTable.color };

export function listQueues(db: Read): QueueRef[] {
  return db.select(REF).from(queueTable).orderBy(asc(queueTable.name)).all();
}

export function queuesOfUser(db: Read, userId: number): QueueRef[] {
  return db.select(REF).from(userQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, userQueueTable.queueId))
    .where(eq(userQueueTable.userId, userId)).orderBy(asc(queueTable.name)).all();
}

export function addQueue(db: Write, queue: { name: string; color: string }): QueueRef {
  return db.insert(queueTable).values(queue).returning(REF).get();
}
