import { and, eq, sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { deliveryTable } from "./table.ts";

/**
 * When a delivery is tried that another of its chat comes before: not yet. So the first of each chat alone is ever due, and
 * looking for what is due never walks a queue.
 */
export const BEHIND = Number.MAX_SAFE_INTEGER;

const isWaiting = eq(deliveryTable.state, sql`'waiting'`);

/** The first of a chat that waits for a webhook. */
export const firstOf = prepared((db) =>
  db.select({ id: deliveryTable.id }).from(deliveryTable).where(and(
    eq(deliveryTable.webhookId, prepared.arg("webhookId")),
    eq(deliveryTable.chat, prepared.arg("chat")),
    isWaiting,
  )).orderBy(deliveryTable.id).limit(1).prepare()
);

/** The one before it is done: the next of its chat has its turn. */
export function promote(db: Write, { webhookId, chat }: { webhookId: number; chat: string }): void {
  const first = firstOf.one(db, { webhookId, chat });
  if (first) db.update(deliveryTable).set({ nextAt: 0 }).where(eq(deliveryTable.id, first.id)).run();
}

/** Of every chat of a webhook the first has its turn, the others wait for it. */
export function putInOrder(db: Write, webhookId: number): void {
  const theirs = and(eq(deliveryTable.webhookId, webhookId), isWaiting);
  db.update(deliveryTable).set({ nextAt: BEHIND }).where(theirs).run();
  db.update(deliveryTable).set({ nextAt: 0 })
    .where(sql`id in (select min(id) from webhook_deliveries where webhook_id = ${webhookId} and state = 'waiting'
      group by chat)`).run();
}
