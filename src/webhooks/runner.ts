import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { DELIVERY_KEPT, DELIVERY_LIFE } from "../contract/webhooks.ts";
import { type Company, prepared, type Read, type Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import { type Answered, deliver } from "./deliver.ts";
import {
  attemptTable,
  type DeliveryRow,
  deliveryTable,
  webhookEventTable,
  type WebhookRow,
  webhookTable,
} from "./table.ts";
import { activeWebhooks, emitWebhooks, secretsOf, webhookRow } from "./webhooks.ts";
import { forgetListeners } from "./witness.ts";

/** Chats of one webhook that are told at once, each in its order. */
const AT_ONCE = 8;
/** How long (ms) until the next try, after so many that failed. */
const WAITS = [
  ...[5, 15, 30].map((seconds) => milliseconds({ seconds })),
  ...[1, 5, 10, 15, 30].map((minutes) => milliseconds({ minutes })),
  ...[1, 2, 4, 6].map((hours) => milliseconds({ hours })),
];
/** Answers that concern the one event and not its receiver: only its chat waits. */
const OF_EVENT = (status: number | null) =>
  status !== null && status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status);

/** What is known of one company's deliveries. */
interface Known {
  nextAt: number;
  /** Deliveries that are under way, by webhook. */
  underWay: Map<number, Set<number>>;
}

/** Tells webhooks what has happened: each chat in its order, what failed again and again for three days. */
export class WebhookRunner {
  readonly #known = new WeakMap<Company, Known>();
  #isClosed = false;

  constructor(readonly keys: Keys) {}

  /** To be called by the clock; what happens calls by itself. */
  tick(company: Company, now: number): void {
    const known = this.#knownOf(company);
    // Whatever happens says so; a clock that was set back makes nobody wait for what it was before.
    if (known.nextAt === Infinity || (known.nextAt > now && known.nextAt - now < DELIVERY_LIFE)) return;
    this.run(company);
  }

  close(): void {
    this.#isClosed = true;
  }

  #knownOf(company: Company): Known {
    let known = this.#known.get(company);
    if (!known) {
      known = { nextAt: 0, underWay: new Map() };
      this.#known.set(company, known);
      // Not inside whatever says so.
      company.signals.on("webhooks", () => void setTimeout(() => this.run(company)));
    }
    return known;
  }

  /** Hands out what is due, as far as it does not wait for what is under way. */
  run(company: Company): void {
    if (this.#isClosed) return;
    const known = this.#knownOf(company), now = Date.now();
    try {
      known.nextAt = Infinity;
      for (const webhook of activeWebhooks(company.latest)) {
        this.#runOne(company, known, webhook, now);
        // The clock looks again as long as anything waits.
        if (nextOf(company.latest, { webhookId: webhook.id })[0]) known.nextAt = now;
      }
    } catch (error) {
      known.nextAt = now + WAITS[0]!;
      log.error("Webhooks are not told", { company: company.id, error });
    }
  }

  #runOne(company: Company, known: Known, webhook: WebhookRow, now: number): void {
    const underWay = known.underWay.get(webhook.id) ?? new Set<number>();
    known.underWay.set(webhook.id, underWay);
    const isResting = webhook.nextAt !== null && webhook.nextAt > now && webhook.nextAt - now < DELIVERY_LIFE;
    // One that fails is asked with one event, until it answers.
    const room = (webhook.failures > 0 ? 1 : AT_ONCE) - underWay.size;
    if (isResting || room <= 0) return;
    const due = dueDeliveries(company.latest, { webhookId: webhook.id, now, most: AT_ONCE * 2 })
      .filter(({ row }) => !underWay.has(row.id)).slice(0, room);
    for (const { row, event } of due) {
      underWay.add(row.id);
      void this.#deliver(company, webhook, row, event)
        .catch((error) => log.error("A webhook could not be told", { company: company.id, webhook: webhook.id, error }))
        .finally(() => {
          underWay.delete(row.id);
          this.run(company);
        });
    }
  }

  async #deliver(
    company: Company,
    webhook: WebhookRow,
    row: DeliveryRow,
    event: { messageId: string; payload: string },
  ): Promise<void> {
    const began = Date.now(), secrets = secretsOf(this.keys, webhook, began);
    const answered = await deliver({ url: webhook.url, secrets, id: event.messageId, payload: event.payload }, began);
    if (this.#isClosed) return;
    company.write((db, emit) => {
      note(db, row.id, answered, began);
      settle(company, db, { webhookId: webhook.id, row, answered, now: Date.now() });
      // A screen that is told of every one would be told of nothing else.
      if (!isGood(answered) || !nextOf(db, { webhookId: webhook.id })[0]) emitWebhooks(emit);
    });
  }
}

function isGood({ status }: Answered): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Keeps what a receiver said to a try. */
export function note(db: Write, deliveryId: number, { status, said }: Answered, began: number): void {
  db.insert(attemptTable).values({ deliveryId, at: began, duration: Date.now() - began, status, said }).run();
}

interface Settling {
  webhookId: number;
  row: DeliveryRow;
  answered: Answered;
  now: number;
}

function settle(company: Company, db: Write, { webhookId, row, answered, now }: Settling): void {
  const set = (is: Partial<DeliveryRow>) =>
    void db.update(deliveryTable).set({ ...is, attempts: row.attempts + 1 }).where(eq(deliveryTable.id, row.id)).run();
  const webhook = db.select().from(webhookTable).where(eq(webhookTable.id, webhookId)).all()[0];
  // It was removed meanwhile.
  if (!webhook) return;
  const change = (is: Partial<WebhookRow>) =>
    void db.update(webhookTable).set(is).where(eq(webhookTable.id, webhookId)).run();
  if (isGood(answered)) {
    set({ state: "delivered" });
    if (webhook.failures > 0) change({ failures: 0, nextAt: null, failingSince: null });
    return;
  }
  if (answered.status === 410) {
    set({ nextAt: now });
    change({ isActive: false, stopped: "gone" });
    return company.afterwards(() => forgetListeners(company));
  }
  const isOver = Math.abs(now - row.at) > DELIVERY_LIFE;
  if (OF_EVENT(answered.status)) {
    return set(isOver ? { state: "failed" } : { nextAt: now + waitFor(row.attempts, answered) });
  }
  set(isOver ? { state: "failed" } : { nextAt: now });
  const failingSince = webhook.failingSince ?? now, isHopeless = now - failingSince > DELIVERY_LIFE;
  const failures = webhook.failures + 1;
  change({ failures, failingSince, nextAt: now + waitFor(failures - 1, answered) });
  if (isHopeless) {
    change({ isActive: false, stopped: "failing" });
    company.afterwards(() => forgetListeners(company));
  }
}

/** Ever longer, and never all at the same moment; or as long as the receiver asks for. */
function waitFor(failures: number, { wait }: Answered): number {
  const usual = WAITS[Math.min(failures, WAITS.length - 1)]!;
  return Math.max(wait ?? 0, usual * (0.9 + Math.random() * 0.2));
}

/** Of each chat the first that waits, if it is due: what comes after it waits for it. */
export function selectDue(db: Read, { webhookId, now, most }: { webhookId: number; now: number; most: number }) {
  return db.select({
    row: deliveryTable,
    event: { messageId: webhookEventTable.messageId, payload: webhookEventTable.payload },
  }).from(deliveryTable).innerJoin(webhookEventTable, eq(webhookEventTable.id, deliveryTable.eventId))
    .where(and(
      eq(deliveryTable.webhookId, webhookId),
      eq(deliveryTable.state, sql`'waiting'`),
      lte(deliveryTable.nextAt, now),
      sql`not exists (select 1 from webhook_deliveries earlier where earlier.state = 'waiting'
        and earlier.webhook_id = ${deliveryTable.webhookId} and earlier.chat = ${deliveryTable.chat}
        and earlier.id < ${deliveryTable.id})`,
    )).orderBy(asc(deliveryTable.id)).limit(most);
}
const dueDeliveries = prepared((db) =>
  selectDue(db, {
    webhookId: prepared.arg("webhookId") as never,
    now: prepared.arg("now") as never,
    most: prepared.arg("most") as never,
  }).prepare()
);

const nextOf = prepared((db) =>
  db.select({ id: deliveryTable.id }).from(deliveryTable)
    .where(and(eq(deliveryTable.webhookId, prepared.arg("webhookId")), eq(deliveryTable.state, sql`'waiting'`))).limit(
      1,
    )
    .prepare()
);

/** Gives up what could not be told for days, and forgets what was told long ago. */
export function forgetDeliveries(company: Company, now: number): void {
  const { state, at } = deliveryTable;
  company.write((db) => {
    db.update(deliveryTable).set({ state: "failed" }).where(
      and(eq(state, "waiting"), lte(at, now - DELIVERY_LIFE - milliseconds({ days: 1 }))),
    )
      .run();
    db.delete(webhookEventTable).where(lte(webhookEventTable.at, now - DELIVERY_KEPT)).run();
  });
}

/** A test event, at once and past the queue; it is kept nowhere. */
export async function tryOut(company: Company, id: number, keys: Keys) {
  const webhook = webhookRow(company.read, id), now = Date.now(), timestamp = new Date(now).toISOString();
  const payload = JSON.stringify({ type: "webhook.test", timestamp, data: { webhook: { id, name: webhook.name } } });
  const messageId = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  const { status, said } = await deliver({
    url: webhook.url,
    secrets: secretsOf(keys, webhook, now),
    id: messageId,
    payload,
  }, now);
  return { at: timestamp, duration: Date.now() - now, status, said };
}
