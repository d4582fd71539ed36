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
import { promote, putInOrder } from "./order.ts";
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
function isOfEvent(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status);
}

/** What is known of one company's deliveries. */
interface Known {
  nextAt: number;
  /** Deliveries that are under way, by webhook. */
  underWay: Map<number, Set<number>>;
  /** What was answered, and could not be noted yet: it is not asked for again. */
  unnoted: Map<number, { answered: Answered; began: number }>;
  /** Faults of ours in a row, after which nothing is tried until then (ms). */
  faults: number;
  pausedUntil: number;
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
      known = { nextAt: 0, underWay: new Map(), unnoted: new Map(), faults: 0, pausedUntil: 0 };
      this.#known.set(company, known);
      // Not inside whatever says so.
      company.signals.on("webhooks", () => this.#soon(company));
    }
    return known;
  }

  /** Timers and sockets of others have their turn before it. */
  #soon(company: Company): void {
    setTimeout(() => this.run(company));
  }

  /** Hands out what is due, as far as it does not wait for what is under way. */
  run(company: Company): void {
    if (this.#isClosed) return;
    const known = this.#knownOf(company), now = Date.now();
    if (known.pausedUntil > now && known.pausedUntil - now < LONGEST_PAUSE) return;
    try {
      known.nextAt = Infinity;
      for (const webhook of activeWebhooks(company.latest)) {
        this.#runOne(company, known, webhook, now);
        // The clock looks again as long as anything waits.
        if (nextOf(company.latest, { webhookId: webhook.id })[0]) known.nextAt = now;
      }
    } catch (error) {
      this.#failed(company, known, error);
    }
  }

  /** A fault of ours, a full disk for instance: nobody is asked again and again meanwhile. */
  #failed(company: Company, known: Known, error: unknown): void {
    const now = Date.now(), wait = Math.min(LONGEST_PAUSE, WAITS[0]! * 2 ** known.faults++);
    known.pausedUntil = known.nextAt = now + wait;
    log.error("Webhooks are not told", { company: company.id, error });
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
      void this.#deliver(company, known, { webhook, row, event })
        .then(() => void (known.faults = 0), (error) => this.#failed(company, known, error))
        .finally(() => {
          underWay.delete(row.id);
          this.#soon(company);
        });
    }
  }

  async #deliver(company: Company, known: Known, { webhook, row, event }: Parcelled): Promise<void> {
    const had = known.unnoted.get(row.id), began = had?.began ?? Date.now();
    const answered = had?.answered ?? await this.#ask(webhook, event, began);
    known.unnoted.set(row.id, { answered, began });
    if (this.#isClosed) return;
    company.write((db, emit) => {
      settle(company, db, { row, answered, began, now: Date.now() });
      // A screen that is told of every one would be told of nothing else.
      if (!isGood(answered) || !nextOf(db, { webhookId: webhook.id })[0]) emitWebhooks(emit);
    });
    known.unnoted.delete(row.id);
  }

  async #ask(webhook: WebhookRow, { messageId, payload }: Parcelled["event"], began: number): Promise<Answered> {
    let secrets: string[];
    try {
      secrets = secretsOf(this.keys, webhook, began);
    } catch {
      return { status: null, said: "its secret cannot be read: make a new one" };
    }
    return await deliver({ url: webhook.url, secrets, id: messageId, payload }, began);
  }
}

/** A delivery with all that it takes. */
interface Parcelled {
  webhook: WebhookRow;
  row: DeliveryRow;
  event: { messageId: string; payload: string };
}

/** Faults of ours make nothing wait longer than this (ms). */
const LONGEST_PAUSE = milliseconds({ minutes: 5 });

function isGood({ status }: Answered): boolean {
  return status !== null && status >= 200 && status < 300;
}

interface Settling {
  row: DeliveryRow;
  answered: Answered;
  /** When it was asked (ms). */
  began: number;
  now: number;
}

function settle(
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

/** What has its turn, and is due: of each chat one at most. */
export function selectDue(db: Read, { webhookId, now, most }: { webhookId: number; now: number; most: number }) {
  return db.select({
    row: deliveryTable,
    event: { messageId: webhookEventTable.messageId, payload: webhookEventTable.payload },
  }).from(deliveryTable).innerJoin(webhookEventTable, eq(webhookEventTable.id, deliveryTable.eventId))
    .where(and(
      eq(deliveryTable.webhookId, webhookId),
      eq(deliveryTable.state, sql`'waiting'`),
      lte(deliveryTable.nextAt, now),
    )).orderBy(asc(deliveryTable.nextAt), asc(deliveryTable.id)).limit(most);
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

/** So many rows are forgotten in one transaction: others of the process have their turn in between. */
const FORGOTTEN_AT_ONCE = 500;

/** Gives up what could not be told for days, and forgets what was told long ago. */
export async function forgetDeliveries(company: Company, now: number): Promise<void> {
  const { state, at } = deliveryTable, before = now - DELIVERY_LIFE - milliseconds({ days: 1 });
  company.write((db) => {
    const over = db.update(deliveryTable).set({ state: "failed" })
      .where(and(eq(state, sql`'waiting'`), lte(at, before))).returning({ webhookId: deliveryTable.webhookId }).all();
    for (const webhookId of new Set(over.map(({ webhookId }) => webhookId))) putInOrder(db, webhookId);
  });
  const old = sql`id in (select id from webhook_events where at <= ${now - DELIVERY_KEPT} limit ${FORGOTTEN_AT_ONCE})`;
  let isMore = true;
  while (isMore) {
    isMore = company.write((db) => Number(db.delete(webhookEventTable).where(old).run().changes) === FORGOTTEN_AT_ONCE);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
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
