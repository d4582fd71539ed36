import { contactOutside } from "../contacts/outside.ts";
import type { Contact } from "../contract/contacts.ts";
import type { BotEvent } from "../contract/outside_bots.ts";
import type { WebhookEvent } from "../contract/webhooks.ts";
import type { Read, Write } from "../platform/company.ts";
import { preparedInsert } from "../platform/prepared.ts";
import { BEHIND, firstOf } from "./order.ts";
import { deliveryTable, webhookEventTable } from "./table.ts";

/** Something that a webhook may be told. */
export interface PutEvent {
  event: WebhookEvent | BotEvent;
  /** What stays in order. */
  chat: string;
  data: Data;
}

/** Whatever an event tells of; contacts are told as `contactOutside` has them. */
interface Data {
  [more: string]: unknown;
  ticket?: { contact: Contact };
  contact?: Contact;
}

/** Stores an event in the shape of Standard Webhooks, on its way to some webhooks; `now` in ms. */
export function putEvent(db: Write, { event, chat, data }: PutEvent, webhookIds: readonly number[], now: number): void {
  const timestamp = new Date(now).toISOString(),
    payload = JSON.stringify({ type: event, timestamp, data: outside(db, data) });
  const messageId = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  const { id: eventId } = insertEvent(db, { messageId, event, chat, payload, at: now });
  for (const webhookId of webhookIds) {
    const nextAt = firstOf.one(db, { webhookId, chat }) ? BEHIND : 0;
    insertDelivery(db, { webhookId, eventId, chat, state: "waiting", nextAt, at: now });
  }
}

function outside(db: Read, { ticket, contact, ...rest }: Data): object {
  return {
    ...rest,
    ...(contact && { contact: contactOutside(db, contact) }),
    ...(ticket && { ticket: { ...ticket, contact: contactOutside(db, ticket.contact) } }),
  };
}

const insertEvent = preparedInsert(webhookEventTable, ["messageId", "event", "chat", "payload", "at"]);
const insertDelivery = preparedInsert(deliveryTable, ["webhookId", "eventId", "chat", "state", "nextAt", "at"]);
