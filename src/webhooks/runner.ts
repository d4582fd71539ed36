import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, gt, lt, lte, sql } from "drizzle-orm";
import { DELIVERY_KEPT, DELIVERY_LIFE } from "../contract/webhooks.ts";
import type { Company, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import { type Answered, deliver } from "./deliver.ts";
import { type DeliveryRow, deliveryTable, webhookEventTable, type WebhookRow, webhookTable } from "./table.ts";
import { BEHIND, putInOrder } from "./order.ts";
import { isGood, settle } from "./settle.ts";
import { activeWebhooks, emitWebhooks, secretsOf, webhookRow } from "./webhooks.ts";

/** Chats of one webhook that are told at once, each in its order. */
const AT_ONCE = 8;
/** A clock that goes back by more than so long (ms) was set. */
const SET_BACK = milliseconds({ seconds: 5 });
/** How long (ms) nothing is tried after a fault of ours, for the first time. */
const FIRST_PAUSE = milliseconds({ seconds: 5 });

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
  /** When the clock was looked at last (ms). */
  seenAt: number;
}

/** Tells webhooks what has happened: each chat in its order, what failed again and again for three days. */
export class WebhookRunner {
  readonly #known = new WeakMap<Company, Known>();
  #isClosed = false;

  constructor(readonly keys: Keys) {}

  /** To be called by the clock; what happens calls by itself. */
  tick(company: Company, now: number): void {
    const known = this.#knownOf(company);
    if (now < known.seenAt - SET_BACK) this.#hurry(company, known, now);
    known.seenAt = now;
    // Whatever happens says so; a clock that was set back makes nobody wait for what it was before.
    if (known.nextAt === Infinity || (known.nextAt > now && known.nextAt - now < DELIVERY_LIFE)) return;
    this.run(company);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** The clock was set back: what waits would wait for longer than it was meant to, so it is tried now. */
  #hurry(company: Company, known: Known, now: number): void {
    known.nextAt = known.pausedUntil = 0;
    company.write((db) => {
      db.update(webhookTable).set({ nextAt: now }).where(gt(webhookTable.nextAt, now)).run();
      const { nextAt, state } = deliveryTable, isLater = and(gt(nextAt, now), lt(nextAt, BEHIND));
      db.update(deliveryTable).set({ nextAt: now }).where(and(eq(state, sql`'waiting'`), isLater)).run();
    });
  }

  #knownOf(company: Company): Known {
    let known = this.#known.get(company);
    if (!known) {
      known = { nextAt: 0, underWay: new Map(), unnoted: new Map(), faults: 0, pausedUntil: 0, seenAt: 0 };
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
        if (nextOf.one(company.latest, { webhookId: webhook.id })) known.nextAt = now;
      }
    } catch (error) {
      this.#failed(company, known, error);
    }
  }

  /** A fault of ours, a full disk for instance: nobody is asked again and again meanwhile. */
  #failed(company: Company, known: Known, error: unknown): void {
    const now = Date.now(), wait = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** known.faults++);
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
    // Nobody is told of what a power cut could still undo.
    if (!company.isSettled) await company.settled();
    const had = known.unnoted.get(row.id), began = had?.began ?? Date.now();
    const answered = had?.answered ?? await this.#ask(webhook, event, began);
    known.unnoted.set(row.id, { answered, began });
    if (this.#isClosed) return;
    company.write((db, emit) => {
      settle(company, db, { row, answered, began, now: Date.now() });
      // A screen that is told of every one would be told of nothing else.
      if (!isGood(answered) || !nextOf.one(db, { webhookId: webhook.id })) emitWebhooks(emit);
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
