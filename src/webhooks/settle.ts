import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import { DELIVERY_LIFE } from "../contract/webhooks.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Answered } from "./deliver.ts";
import { promote } from "./order.ts";
import { attemptTable, type DeliveryRow, deliveryTable, type WebhookRow, webhookTable } from "./table.ts";
import { forgetListeners } from "./witness.ts";

/** How long (ms) until the next try, after so many that failed. */
const WAITS = [
  ...[5, 15, 30].map((seconds) => milliseconds({ seconds })),
  ...[1, 5, 10, 15, 30].map((minutes) => milliseconds({ minutes })),
  ...[1, 2, 4, 6].map((hours) => milliseconds({ hours })),
];
/** Answers that concern the one event and not its receiver: only its chat waits. */
function isOfEvent(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status);
}

export function isGood({ status }: Answered): boolean {
  return status !== null && status >= 200 && status < 300;
}

interface Settling {
  row: DeliveryRow;
  answered: Answered;
  /** When it was asked (ms). */
  began: number;
  now: number;
}

/** Notes what a receiver answered to a try, and when the next one is, of this event or of all. */
export function settle(
  company: Company,
  db: Write,
  { row: { id, webhookId, chat, at }, answered, began, now }: Settling,
): void {
  const [row] = db.select().from(deliveryTable).where(eq(deliveryTable.id, id)).all();
  const [webhook] = db.select().from(webhookTable).where(eq(webhookTable.id, webhookId)).all();
  // It was removed meanwhile.
  if (!row || !webhook) return;
  const attempts = row.attempts + 1, { status, said } = answered;
  const set = (is: Partial<DeliveryRow>) =>
    void db.update(deliveryTable).set({ ...is, attempts }).where(eq(deliveryTable.id, id)).run();
  const change = (is: Partial<WebhookRow>) =>
    void db.update(webhookTable).set(is).where(eq(webhookTable.id, webhookId)).run();
  const isOver = Math.abs(now - row.at) > DELIVERY_LIFE;
  // Somebody wants it sent once more since: this answer was to the time before.
  const isAgain = row.at !== at;
  if (isGood(answered)) {
    if (!isAgain) set({ state: "delivered" });
    if (webhook.failures > 0) change({ failures: 0, nextAt: null, failingSince: null });
  } else if (status === 410) {
    change({ isActive: false, stopped: "gone" });
    company.afterwards(() => forgetListeners(company));
  } else if (isOfEvent(status)) {
    set(isOver ? { state: "failed" } : { nextAt: now + waitFor(row.attempts, answered) });
  } else {
    if (isOver) set({ state: "failed" });
    else set({});
    const failingSince = webhook.failingSince ?? now, failures = webhook.failures + 1;
    const stop = now - failingSince > DELIVERY_LIFE ? { isActive: false, stopped: "failing" as const } : {};
    change({ failures, failingSince, nextAt: now + waitFor(failures - 1, answered), ...stop });
    if (stop.stopped) company.afterwards(() => forgetListeners(company));
  }
  const [after] = db.select({ state: deliveryTable.state }).from(deliveryTable).where(eq(deliveryTable.id, id)).all();
  if (after!.state !== "waiting") promote(db, { webhookId, chat });
  db.insert(attemptTable).values({ deliveryId: id, at: began, duration: Date.now() - began, status, said }).run();
}

/** Ever longer, and never all at the same moment; or as long as the receiver asks for. */
function waitFor(failures: number, { wait }: Answered): number {
  const usual = WAITS[Math.min(failures, WAITS.length - 1)]!;
  return Math.max(wait ?? 0, usual * (0.9 + Math.random() * 0.2));
}
