import { and, asc, desc, eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Attempt, Delivery } from "../contract/webhooks.ts";
import type { Company, Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import {
  attemptTable,
  type DeliveryRow,
  deliveryTable,
  webhookEventTable,
  type WebhookRow,
  webhookTable,
} from "./table.ts";
import { BEHIND, putInOrder } from "./order.ts";
import { emitWebhooks, webhookRow } from "./webhooks.ts";

export const DELIVERIES_PAGE = 30;

function selectDeliveries(db: Read) {
  const { event, messageId } = webhookEventTable;
  return db.select({ row: deliveryTable, event, messageId, webhook: webhookTable }).from(deliveryTable)
    .innerJoin(webhookEventTable, eq(webhookEventTable.id, deliveryTable.eventId))
    .innerJoin(webhookTable, eq(webhookTable.id, deliveryTable.webhookId));
}

interface Selected {
  row: DeliveryRow;
  event: string;
  messageId: string;
  webhook: WebhookRow;
}

function shown({ row, event, messageId, webhook }: Selected): Delivery {
  const { id, at, state, attempts } = row, nextAt = nextTry(row, webhook);
  return {
    ...{ id, webhookMessageId: messageId, event, at: momentOf(at), state, attempts },
    nextAt: nextAt === null ? null : momentOf(nextAt),
  };
}

/** When it is tried again; null when it is not, has its turn at once, or waits for another of its chat. */
function nextTry({ state, nextAt }: DeliveryRow, webhook: WebhookRow): number | null {
  if (state !== "waiting" || nextAt === BEHIND || !webhook.isActive) return null;
  return Math.max(nextAt, webhook.nextAt ?? 0) || null;
}

/** A page of what was sent to a webhook, the newest first. */
export function listDeliveries(
  db: Read,
  webhookId: number,
  { pageNumber, state }: { pageNumber: number; state?: Delivery["state"] },
): { records: Delivery[]; hasMore: boolean } {
  webhookRow(db, webhookId);
  const rows = selectDeliveries(db)
    .where(and(eq(deliveryTable.webhookId, webhookId), state && eq(deliveryTable.state, state)))
    .orderBy(desc(deliveryTable.id)).limit(DELIVERIES_PAGE + 1).offset((pageNumber - 1) * DELIVERIES_PAGE).all();
  return { records: rows.slice(0, DELIVERIES_PAGE).map(shown), hasMore: rows.length > DELIVERIES_PAGE };
}

/** One of them with its content, and what was answered to each try. ERR_NO_DELIVERY_FOUND when there is none. */
export function deliveryById(db: Read, id: number): Delivery & { payload: unknown; tries: Attempt[] } {
  const found = selectDeliveries(db).where(eq(deliveryTable.id, id)).all()[0] ?? refuse("ERR_NO_DELIVERY_FOUND");
  const [event] = db.select({ payload: webhookEventTable.payload }).from(webhookEventTable)
    .where(eq(webhookEventTable.id, found.row.eventId)).all();
  const tries = db.select().from(attemptTable).where(eq(attemptTable.deliveryId, id)).orderBy(asc(attemptTable.id))
    .all()
    .map(({ at, duration, status, said }) => ({ at: momentOf(at), duration, status, said }));
  return { ...shown(found), payload: JSON.parse(event!.payload), tries };
}

/** It waits once more, under the same `webhook-id`; its receiver is asked at once. */
export function replay(company: Company, id: number, now: number): Delivery {
  return company.write((db, emit) => {
    const [row] = db.update(deliveryTable).set({ state: "waiting", attempts: 0, at: now })
      .where(eq(deliveryTable.id, id)).returning().all();
    if (row) putInOrder(db, row.webhookId);
    const { payload: _, tries: _tries, ...delivery } = deliveryById(db, id);
    emitWebhooks(emit);
    company.afterwards(() => company.signals.emit("webhooks", {}));
    return delivery;
  });
}
