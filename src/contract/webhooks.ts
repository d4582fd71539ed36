import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";

/** What a webhook can be told of. */
export const WEBHOOK_EVENTS = [
  "message.received",
  "message.sent",
  "message.updated",
  "ticket.created",
  "ticket.updated",
  "ticket.closed",
  "ticket.deleted",
  "contact.created",
  "contact.updated",
  "contact.deleted",
  "connection.updated",
  "opt_out.created",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** So many webhooks a company has at most. */
export const MOST_WEBHOOKS = 20;
/** How long (ms) a delivery is tried, and how long what became of it is kept. */
export const DELIVERY_LIFE = 3 * 86_400_000;
export const DELIVERY_KEPT = 7 * 86_400_000;

export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  /** Why it was switched off by itself: it answered 410, or every try for days failed; null otherwise. */
  stopped: z.nullable(z.enum(["gone", "failing"])),
  /** What waits for it, and when it is asked again after it failed. */
  waiting: z.int(),
  nextAt: z.nullable(Moment),
  /** Tries in a row that failed. */
  failures: z.int(),
  createdAt: Moment,
  revision: Revision,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookForm = z.object({
  name: typed(2, 50),
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
  /** None for a webhook that is there for an outside bot alone. */
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.maxLength(WEBHOOK_EVENTS.length)),
  isActive: z._default(z.boolean(), true),
});
export type WebhookForm = z.input<typeof WebhookForm>;

/** One event on its way to one webhook. */
export const Delivery = z.object({
  id: Id,
  /** The same with every try (`webhook-id`). */
  webhookMessageId: z.string(),
  event: z.string(),
  at: Moment,
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  /** When it is tried again; null when it has its turn at once, waits for another of its chat, or is done. */
  nextAt: z.nullable(Moment),
});
export type Delivery = z.infer<typeof Delivery>;

/** One try, and what was answered. */
export const Attempt = z.object({
  at: Moment,
  /** ms */
  duration: z.int(),
  /** HTTP; null where there was no answer. */
  status: z.nullable(z.int()),
  /** Why there was none, or the beginning of the answer. */
  said: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

const one = { who: "api:edit", scope: "webhooks" } as const;

export const webhooks = {
  list: get("/webhooks", "The company's webhooks", { ...one, answer: z.array(Webhook) }),
  add: post("/webhooks", "Add a webhook; the answer shows its secret, with which what it gets is signed", {
    ...one,
    body: WebhookForm,
    answer: z.extend(Webhook, { secret: z.string() }),
  }),
  change: put("/webhooks/:id", "Change a webhook, switch it off or on", {
    ...one,
    body: z.extend(WebhookForm, { was: Was }),
    answer: Webhook,
  }),
  remove: del("/webhooks/:id", "Remove a webhook and all that waits for it", one),
  newSecret: post("/webhooks/:id/secret", "A new secret; for a day both sign", {
    ...one,
    answer: z.object({ secret: z.string() }),
  }),
  test: post("/webhooks/:id/test", "Send a test event at once, and say what was answered", { ...one, answer: Attempt }),
  deliveries: get("/webhooks/:id/deliveries", "What was sent to a webhook lately, the newest first", {
    ...one,
    query: z.object({ pageNumber: PageNumber, state: z.optional(Delivery.shape.state) }),
    answer: z.object({ records: z.array(Delivery), hasMore: z.boolean() }),
  }),
  delivery: get("/webhook-deliveries/:id", "One delivery with its content and every try", {
    ...one,
    answer: z.extend(Delivery, { payload: z.unknown(), tries: z.array(Attempt) }),
  }),
  replay: post("/webhook-deliveries/:id/replay", "Send it once more, under the same webhook-id", {
    ...one,
    answer: Delivery,
  }),
  replayFailed: post("/webhooks/:id/replay", "Send everything that failed once more, in order", {
    ...one,
    answer: z.object({ count: z.int() }),
  }),
};
