import { milliseconds } from "date-fns/milliseconds";
import { eq, inArray } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { newestOf } from "../messages/newest.ts";
import { type MessageRow, messageTable } from "../messages/table.ts";
import { enqueue, RANK } from "../outbox/enqueue.ts";
import type { Emit, Write } from "../platform/company.ts";
import { ACK } from "../shared/delivery.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { changeRecipient } from "./rows.ts";
import type { Sending, Taken } from "./sending.ts";
import { type CampaignSendRow, campaignSendTable, type RecipientRow } from "./table.ts";
import { STARTED_AT } from "./take_back.ts";
import { ticketFor } from "./ticket.ts";

/** ms. */
const SAID_WITHIN = milliseconds({ minutes: 1 });

/**
 * One that failed for a reason that may be over, or was taken back: the same message, under the same id at the network, by
 * the connection whose turn it is.
 */
export function putAgain(
  db: Write,
  emit: Emit,
  recipient: RecipientRow,
  send: CampaignSendRow,
  sending: Sending,
): Taken {
  const { connectionId, now } = sending;
  const [message, file] = [send.messageId, send.fileMessageId].map((id) => messageOf(db, id));
  const contact = recipient.contactId === null ? undefined : contactById(db, recipient.contactId);
  if (!message || message.isDeleted || !contact) {
    // Gone with its thread, or deleted by hand: nothing is written a second time.
    const is = recipient.state === "sent" ? {} : { state: "failed" as const, reason: "ERR_SCHEDULE_TAKEN_BACK" };
    changeRecipient(db, recipient.id, { ...is, nextAt: null, changedAt: now });
    return { is: "left_out" };
  }
  if (send.failure === null) {
    // It is on its way, and will say so itself.
    changeRecipient(db, recipient.id, { pendingStep: send.step });
    return { is: "left_out" };
  }
  const doubt = send.connectionId === connectionId ? undefined : inDoubt(send, message, recipient, now);
  if (doubt) {
    changeRecipient(db, recipient.id, doubt);
    return { is: "left_out" };
  }
  const parts = [message, file].filter((part) => part !== undefined && isUnsent(part)) as MessageRow[];
  placeAgain(db, emit, parts, ticketFor(db, contact, sending).id, sending);
  for (const { id } of parts) enqueue(db, { messageId: id, connectionId, rank: RANK.campaign }, now);
  db.update(campaignSendTable).set({ failure: null, isNews: false, putAt: now, connectionId })
    .where(eq(campaignSendTable.id, send.id)).run();
  changeRecipient(db, recipient.id, { pendingStep: send.step, connectionId, changedAt: now });
  return { is: "put", isStranger: send.isStranger };
}

/**
 * What was handed to the network by another number may have arrived, and would arrive a second time by this one: unless the
 * network has refused it in so many words. What was on its way when its campaign was stopped is known within a minute: it
 * was taken, or the line broke, and what was sent lies with the message. Where the process died meanwhile nobody knows.
 * Answers what the recipient becomes; nothing when there is no doubt.
 */
function inDoubt(
  { failure }: CampaignSendRow,
  { raw }: MessageRow,
  { state, changedAt }: RecipientRow,
  now: number,
): Partial<RecipientRow> | undefined {
  if (failure === "ERR_WAPP_RESTRICTED") return undefined;
  const died = changedAt < STARTED_AT && STARTED_AT < changedAt + SAID_WITHIN;
  const isUnknown = failure === "ERR_MAY_HAVE_LEFT" || (failure === "ERR_CAMPAIGN_STOPPED" && died);
  const failed = { state: "failed" as const, reason: isUnknown ? "ERR_MAY_HAVE_LEFT" : "ERR_SENDING_WAPP_MSG" };
  if (raw !== null || isUnknown) return { ...state !== "sent" && failed, nextAt: null, changedAt: now };
  if (failure !== "ERR_CAMPAIGN_STOPPED") return undefined;
  const knownAt = Math.min(changedAt, now) + SAID_WITHIN;
  return now < knownAt ? { nextAt: knownAt } : undefined;
}

function messageOf(db: Write, id: number | null): MessageRow | undefined {
  return id === null ? undefined : db.select().from(messageTable).where(eq(messageTable.id, id)).all()[0];
}

function isUnsent({ ack, isDeleted }: MessageRow): boolean {
  return ack <= ACK.waiting && !isDeleted;
}

/** It stands where it leaves: in the thread of the connection by which it goes, at the time at which it goes. */
function placeAgain(
  db: Write,
  emit: Emit,
  parts: readonly MessageRow[],
  ticketId: number,
  { connectionId, now }: Sending,
): void {
  // What another number had sent of it says nothing of what this one sends.
  const isMoved = parts.some((part) => part.connectionId !== connectionId);
  const fresh = { ack: ACK.waiting, failure: null, createdAt: now, ...isMoved && { raw: null } };
  db.update(messageTable).set({ ticketId, connectionId, ...fresh })
    .where(inArray(messageTable.id, parts.map(({ id }) => id))).run();
  for (const id of new Set([...parts.map((part) => part.ticketId), ticketId])) {
    const row = db.update(ticketTable).set(newestOf(db, id)).where(eq(ticketTable.id, id)).returning().get();
    if (row.status === "closed") continue;
    const ticket = shownTicket(db, id);
    emit("ticket", { action: "update", ticket, reread: true }, viewersOf(ticket));
  }
}
