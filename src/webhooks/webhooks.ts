import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import { MOST_WEBHOOKS, type Webhook, type WebhookForm } from "../contract/webhooks.ts";
import type { Company, Emit, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Keys } from "../platform/keys.ts";
import { momentOf } from "../platform/moment.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { may } from "../contract/permissions.ts";
import { deliveryTable, type WebhookRow, webhookTable } from "./table.ts";
import { putInOrder } from "./order.ts";
import { forgetListeners } from "./witness.ts";

/** How long (ms) the secret before the present one still signs. */
const OLD_SECRET_LIFE = milliseconds({ days: 1 });

type Form = z.output<typeof WebhookForm>;

function selectWebhooks(db: Read) {
  return db.select({
    row: webhookTable,
    waiting: sql<number>`(select count(*) from webhook_deliveries
      where webhook_id = webhooks.id and state = 'waiting')`,
    revision: revisionIn("webhook", webhookTable.id),
  }).from(webhookTable);
}

function shown({ row, waiting, revision }: { row: WebhookRow; waiting: number; revision: number }): Webhook {
  const { id, name, url, events, isActive, stopped, failures, nextAt, createdAt } = row;
  return {
    ...{ id, name, url, events, isActive, stopped, waiting, failures, revision, createdAt: momentOf(createdAt) },
    nextAt: nextAt === null || waiting === 0 || !isActive ? null : momentOf(nextAt),
  };
}

export function listWebhooks(db: Read): Webhook[] {
  return selectWebhooks(db).orderBy(asc(webhookTable.id)).all().map(shown);
}

/** ERR_NO_WEBHOOK_FOUND when there is none. */
export function webhookById(db: Read, id: number): Webhook {
  return shown(selectWebhooks(db).where(eq(webhookTable.id, id)).all()[0] ?? refuse("ERR_NO_WEBHOOK_FOUND"));
}

const switchedOn = prepared((db) =>
  db.select({ name: webhookTable.name }).from(webhookTable)
    .where(and(eq(webhookTable.id, prepared.arg("id")), eq(webhookTable.isActive, true))).prepare()
);

/** A webhook that is there and on. */
export function webhookOn(db: Read, id: number): { name: string } | undefined {
  return switchedOn.one(db, { id });
}

export function webhookRow(db: Read, id: number): WebhookRow {
  return db.select().from(webhookTable).where(eq(webhookTable.id, id)).all()[0] ?? refuse("ERR_NO_WEBHOOK_FOUND");
}

/** A secret as Standard Webhooks write it: `whsec_` and 24 bytes in base64. */
function newSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

function sealed(keys: Keys, secret: string): Buffer {
  return Buffer.from(keys.seal(Buffer.from(secret)));
}

/** What a webhook is signed with now: the secret, and for a day the one before it. */
export function secretsOf(keys: Keys, { secret, oldSecret, oldSecretUntil }: WebhookRow, now: number): string[] {
  const open = (kept: Buffer) => Buffer.from(keys.unseal(kept)).toString();
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil;
  return [open(secret), ...(isOldGood ? [open(oldSecret)] : [])];
}

/** A new webhook; its secret is shown once. */
export function addWebhook(
  company: Company,
  { name, url, events, isActive }: Form,
  keys: Keys,
  now: number,
): Webhook & { secret: string } {
  return company.write((db, emit) => {
    const [{ count } = { count: 0 }] = db.select({ count: sql<number>`count(*)` }).from(webhookTable).all();
    if (count >= MOST_WEBHOOKS) refuse("ERR_TOO_MANY_WEBHOOKS", { detail: { most: MOST_WEBHOOKS } });
    const secret = newSecret(), row = { name, url, events: [...new Set(events)], isActive, createdAt: now };
    const { id } = db.insert(webhookTable).values({ ...row, secret: sealed(keys, secret) })
      .returning({ id: webhookTable.id }).get();
    changed(company, emit);
    return { ...webhookById(db, id), secret };
  });
}

/** Changes it; one that is switched on again is tried at once. */
export function changeWebhook(
  company: Company,
  id: number,
  { was, ...form }: Form & { was?: number },
  maker: Maker,
): Webhook {
  return company.write((db, emit) => {
    const row = webhookRow(db, id);
    refuseIfChanged(db, { kind: "webhook", id }, was, () => webhookById(db, id));
    const isAnother = form.url !== row.url || (form.isActive && !row.isActive);
    const anew = isAnother ? { failures: 0, nextAt: null, failingSince: null, stopped: null } : {};
    db.update(webhookTable).set({ ...form, events: [...new Set(form.events)], ...anew }).where(eq(webhookTable.id, id))
      .run();
    noteMaker(db, { kind: "webhook", id }, maker);
    changed(company, emit);
    return webhookById(db, id);
  });
}

export function removeWebhook(company: Company, id: number): void {
  company.write((db, emit) => {
    webhookRow(db, id);
    db.delete(deliveryTable).where(eq(deliveryTable.webhookId, id)).run();
    db.delete(webhookTable).where(eq(webhookTable.id, id)).run();
    changed(company, emit);
  });
}

/** A new secret; until tomorrow what is sent is signed with the old one, too. */
export function replaceSecret(company: Company, id: number, keys: Keys, now: number): string {
  return company.write((db) => {
    const row = webhookRow(db, id), secret = newSecret();
    const old = { oldSecret: row.secret, oldSecretUntil: now + OLD_SECRET_LIFE };
    db.update(webhookTable).set({ secret: sealed(keys, secret), ...old }).where(eq(webhookTable.id, id)).run();
    return secret;
  });
}

/** Everything that failed waits once more, in its old order. Answers how much that is. */
export function replayFailed(company: Company, id: number, now: number): number {
  return company.write((db, emit) => {
    webhookRow(db, id);
    const again = { state: "waiting", attempts: 0, at: now } as const;
    const { changes } = db.update(deliveryTable).set(again)
      .where(and(eq(deliveryTable.webhookId, id), eq(deliveryTable.state, "failed"))).run();
    putInOrder(db, id);
    changed(company, emit);
    return Number(changes);
  });
}

/** What is told to whom may be another from now on. */
function changed(company: Company, emit: Emit): void {
  forgetListeners(company);
  emitWebhooks(emit);
  company.afterwards(() => {
    forgetListeners(company);
    company.signals.emit("webhooks", {});
  });
}

export function emitWebhooks(emit: Emit): void {
  emit("webhooks", { action: "reload" }, (person) => may(person, "api:edit"));
}

/** Those that are told of events, the newest last. */
export function activeWebhooks(db: Read): WebhookRow[] {
  return db.select().from(webhookTable).where(eq(webhookTable.isActive, true)).orderBy(asc(webhookTable.id)).all();
}
