import { and, asc, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import { LONGEST_CAPTION } from "../contract/messages.ts";
import { SLOTS } from "../contract/campaigns.ts";
import { connectionById } from "../connections/connections.ts";
import { contactById } from "../contacts/contacts.ts";
import { rememberContact } from "../contacts/remember.ts";
import type { ContactRow } from "../contacts/table.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import { messageTable } from "../messages/table.ts";
import { shownMessage } from "../messages/show.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import { compose, kindOf, type Part } from "../outbox/compose.ts";
import { enqueue, RANK } from "../outbox/enqueue.ts";
import { Refusal } from "../contract/errors.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { type Company, type Emit, prepared, preparedInsert, type Read, type Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { mediaPath, newMediaPath } from "../platform/media.ts";
import { ACK } from "../shared/delivery.ts";
import { chooser, fillText, readText, valuesOf } from "../shared/campaigns/texts.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { type CampaignRow, campaignSendTable, type RecipientRow, recipientTable } from "./table.ts";

/** What every message of a campaign needs to know. */
export interface Sending {
  company: Company;
  campaign: CampaignRow;
  connectionId: number;
  /** The company's own variables. */
  variables: readonly { key: string; value: string }[];
  /** By which erased numbers are told. */
  keys: Pick<Keys, "digest">;
  now: number;
}

/** Who is next: those who said yes, those to whom something follows, those who wait. `who` leaves strangers out or not. */
export function nextRecipient(db: Read, of: Turn, who: Who): RecipientRow | undefined {
  const { campaignId, connectionId, now } = of;
  return confirmed(db, { campaignId, connectionId })[0] ??
    (who === "confirmed" ? undefined : following(db, { campaignId, connectionId, now })[0] ?? nextWaiting(db, of, who));
}

/** Strangers, too; only who has written to us before; only who said yes. */
export type Who = "all" | "known" | "confirmed";
interface Turn {
  campaignId: number;
  connectionId: number;
  now: number;
}

function nextWaiting(db: Read, { campaignId, connectionId }: Turn, who: "all" | "known"): RecipientRow | undefined {
  const known = waiting(db, { campaignId, connectionId, isStranger: 0 })[0];
  const stranger = who === "all" ? waiting(db, { campaignId, connectionId, isStranger: 1 })[0] : undefined;
  return !known || (stranger && stranger.id < known.id) ? stranger : known;
}

/** Whom one connection has written to gets everything else by it, too. */
const BY_IT = sql`(${recipientTable.connectionId} is null or ${recipientTable.connectionId} = ${
  prepared.arg("connectionId")
})`;

const confirmed = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.state, "confirmed"),
    isNull(recipientTable.pendingStep),
    BY_IT,
  )).orderBy(asc(recipientTable.isStranger), asc(recipientTable.id)).limit(1).prepare()
);
const following = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    lte(recipientTable.nextAt, prepared.arg("now")),
    eq(recipientTable.state, "sent"),
    isNull(recipientTable.pendingStep),
    BY_IT,
  )).orderBy(asc(recipientTable.nextAt)).limit(1).prepare()
);
const waiting = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.state, "waiting"),
    eq(recipientTable.isStranger, prepared.arg("isStranger") as never),
    isNull(recipientTable.pendingStep),
    BY_IT,
  )).orderBy(asc(recipientTable.id)).limit(1).prepare()
);

/** The strangers who are next and of whose numbers the network was not asked lately. */
export function toCheck(db: Read, campaignId: number, most: number, checkedAfter: number): RecipientRow[] {
  return unchecked(db, { campaignId, most, checkedAfter });
}

const unchecked = prepared((db) =>
  db.select().from(recipientTable).where(sql`${recipientTable.id} in (
    select r.id from (
      select id, number from campaign_recipients
      where campaign_id = ${
    prepared.arg("campaignId")
  } and state = 'waiting' and is_stranger = 1 and pending_step is null
      order by id limit ${prepared.arg("most")}) r
    left join number_checks n on n.number = r.number and n.checked_at > ${prepared.arg("checkedAfter")}
    where n.number is null)`)
    .orderBy(asc(recipientTable.id)).prepare()
);

/** How the network addresses a number that it was asked about; nothing when it was not, or does not know it. */
export function checkOf(db: Read, number: string, checkedAfter: number) {
  return check(db, { number, checkedAfter })[0];
}

const check = prepared((db) =>
  db.select().from(numberCheckTable).where(and(
    eq(numberCheckTable.number, prepared.arg("number")),
    gt(numberCheckTable.checkedAt, prepared.arg("checkedAfter")),
  )).prepare()
);

/** What became of a recipient whose turn it was. */
export type Taken = { is: "put"; isStranger: boolean } | { is: "left_out" };

/**
 * Turns a recipient's next message into one in the outbox, in one transaction: once for each step, whatever happens (the
 * unique index campaign_sends_once). Who is not to get it any more is told apart here, when their turn has come.
 */
export function take(db: Write, emit: Emit, recipient: RecipientRow, sending: Sending, jid: JidOf): Taken {
  const leftOut = whyNot(db, recipient, sending);
  if (leftOut) {
    changeRecipient(db, recipient.id, { ...leftOut, nextAt: null, changedAt: sending.now });
    return { is: "left_out" };
  }
  const step = stepOf(recipient, sending.campaign);
  const again = sendAt(db, { recipientId: recipient.id, step })[0];
  if (again) return putAgain(db, recipient, again, sending);
  const contact = contactFor(db, recipient, jid, sending.now);
  const isStranger = !hasWritten(db, { contactId: contact.id })[0];
  const variant = variantOf(recipient, sending.campaign);
  const ticket = ticketFor(db, contact, sending);
  const messageId = write(db, emit, ticket, { recipient, step, variant }, sending);
  insertSend(db, {
    recipientId: recipient.id,
    campaignId: sending.campaign.id,
    step,
    variant,
    connectionId: sending.connectionId,
    messageId,
    isStranger,
    putAt: sending.now,
  });
  const where = { connectionId: sending.connectionId, contactId: contact.id, isStranger };
  changeRecipient(db, recipient.id, { ...where, variant, pendingStep: step, changedAt: sending.now });
  return { is: "put", isStranger };
}

/** The same; one whose message cannot be made fails alone, and stops nobody behind them. */
export function takeSafely(db: Write, recipient: RecipientRow, sending: Sending, jid: JidOf): Taken {
  const { company, campaign, now } = sending;
  try {
    return company.write((part, emit) => take(part, emit, recipient, sending, jid));
  } catch (error) {
    if (isDiskFull(error)) throw error;
    const reason = error instanceof Refusal ? error.code : "ERR_CREATING_MESSAGE";
    if (!(error instanceof Refusal)) {
      log.error("A campaign's message could not be made", { campaign: campaign.id, error });
    }
    const is = recipient.state === "sent" ? {} : { state: "failed" as const, reason };
    changeRecipient(db, recipient.id, { ...is, nextAt: null, changedAt: now });
    return { is: "left_out" };
  }
}

const sendAt = prepared((db) =>
  db.select().from(campaignSendTable).where(and(
    eq(campaignSendTable.recipientId, prepared.arg("recipientId")),
    eq(campaignSendTable.step, prepared.arg("step")),
  )).prepare()
);
const insertSend = preparedInsert(campaignSendTable, [
  "recipientId",
  "campaignId",
  "step",
  "variant",
  "connectionId",
  "messageId",
  "isStranger",
  "putAt",
]);

/** Finds how the network addresses a number. */
export type JidOf = (number: string) => { jid: string; lid: string | null } | undefined;

/** The question first where there is one; then the message; then what follows. */
export function stepOf({ state, sentStep }: RecipientRow, { confirmation }: CampaignRow): number {
  if (state === "sent") return (sentStep ?? 1) + 1;
  return state === "waiting" && confirmation ? 0 : 1;
}

function whyNot(
  db: Read,
  recipient: RecipientRow,
  { campaign, keys, now }: Sending,
): Partial<RecipientRow> | undefined {
  const { number, contactId, state } = recipient;
  if (isOptedOut(db, number, keys)) return state === "sent" ? {} : { state: "opted_out" };
  if (state !== "waiting") return undefined;
  const { withoutWroteHours, withoutCampaignDays } = campaign.audience ?? {};
  if (withoutWroteHours && contactId !== null) {
    const since = now - withoutWroteHours * 3_600_000;
    if (wroteSince(db, { contactId, since })[0]) return { state: "skipped", reason: "wrote_lately" };
  }
  if (withoutCampaignDays) {
    const since = now - withoutCampaignDays * 86_400_000;
    const other = otherCampaign(db, { number, campaignId: campaign.id, since })[0];
    if (other) return { state: "skipped", reason: "other_campaign" };
  }
}

const wroteSince = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable).where(sql`${messageTable.ticketId} in
    (select id from tickets where contact_id = ${prepared.arg("contactId")}) and ${messageTable.fromMe} = 0
    and ${messageTable.createdAt} >= ${prepared.arg("since")}`).limit(1).prepare()
);
const hasWritten = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable).where(sql`${messageTable.ticketId} in
    (select id from tickets where contact_id = ${prepared.arg("contactId")}) and ${messageTable.fromMe} = 0`).limit(1)
    .prepare()
);
const otherCampaign = prepared((db) =>
  db.select({ id: recipientTable.id }).from(recipientTable).where(and(
    eq(recipientTable.number, prepared.arg("number")),
    ne(recipientTable.campaignId, prepared.arg("campaignId")),
    sql`${recipientTable.sentAt} >= ${prepared.arg("since")}`,
  )).limit(1).prepare()
);

function contactFor(db: Write, { contactId, number, name }: RecipientRow, jid: JidOf, now: number): ContactRow {
  const known = contactId === null ? undefined : contactById(db, contactId);
  if (known) return known;
  const found = jid(number);
  const address = { jid: found?.jid ?? `${number}@s.whatsapp.net`, phone: number, lid: found?.lid ?? undefined };
  return rememberContact(db, address, name, now).contact;
}

/** It is nobody's work until the customer answers (behaviour.md, Campaigns). */
function ticketFor(db: Write, contact: ContactRow, { connectionId, now }: Sending): TicketRow {
  return ticketInProgress(db, contact.id, connectionId) ??
    ticketForFiling(db, contact, connectionId, { at: now, closedAt: now });
}

/** One of the texts that are there, by chance, the same whenever it is asked. */
export function variantOf({ id, variant }: Pick<RecipientRow, "id" | "variant">, campaign: CampaignRow): number {
  if (variant !== null) return variant;
  const written = SLOTS.filter((slot) => campaign[`message${slot}`] !== "");
  return written[chooser(id)(Math.max(1, written.length))] ?? 1;
}

interface Which {
  recipient: Pick<RecipientRow, "id" | "name" | "number" | "email" | "columns">;
  step: number;
  variant: number;
}

/** What a recipient gets at a step. */
export function bodyOf(
  campaign: CampaignRow,
  { recipient, step, variant }: Which,
  { variables, columnNames = campaign.columnNames ?? [] }: Pick<Sending, "variables"> & {
    columnNames?: readonly string[];
  },
): string {
  const values = valuesOf(recipient, variables);
  // Who has nothing in a column gets what stands instead, so that names count which this recipient lacks.
  const names = new Set([...Object.keys(values), ...columnNames]);
  return fillText(readText(writtenText(campaign, step, variant), names), values, chooser(recipient.id * 31 + step));
}

function writtenText(campaign: CampaignRow, step: number, variant: number): string {
  if (step > 1) return campaign.followUps?.[step - 2]?.message ?? "";
  const slot = variant as 1 | 2 | 3 | 4 | 5;
  if (step === 1) return campaign[`message${slot}`];
  const any = SLOTS.find((each) => campaign[`confirmationMessage${each}`] !== "") ?? 1;
  return campaign[`confirmationMessage${slot}`] || campaign[`confirmationMessage${any}`];
}

/** Stores the message, with the campaign's file if it has one. Answers the id of the one that counts. */
function write(db: Write, emit: Emit, ticket: TicketRow, which: Which, sending: Sending): number {
  const { company, campaign, now } = sending;
  const parts = partsOf(company, campaign, which, bodyOf(campaign, which, sending));
  const ids = parts.map((part) => compose(db, ticket, { ...part, rank: RANK.campaign }, null, now));
  if (ticket.status !== "closed") {
    const shown = shownTicket(db, ticket.id);
    for (const id of ids) {
      const message = shownMessage(db, id);
      emit("appMessage", { action: "create", message, ticket: shown, live: false }, viewersOf(shown));
    }
  }
  return ids[0]!;
}

/** A text that cannot go along with the file goes before it, and is the one that counts. */
export function partsOf(company: Company, campaign: CampaignRow, { step }: Pick<Which, "step">, body: string): Part[] {
  const text: Part[] = body ? [{ body, kind: "text" }] : [];
  if (step !== 1 || campaign.file === null) return text;
  const path = newMediaPath(company);
  Deno.linkSync(mediaPath(company, campaign.file), path);
  const { fileName: name, fileMimetype: mimetype, fileSize: size } = campaign;
  const file = { path, name, mimetype, size }, kind = kindOf(file, undefined);
  if (kind === "audio" || body.length > LONGEST_CAPTION) return [...text, { body: "", kind, file }];
  return [{ body, kind, file }];
}

/** One that failed for a reason that may be over: the same message, under the same id at the network. */
function putAgain(
  db: Write,
  recipient: RecipientRow,
  send: typeof campaignSendTable.$inferSelect,
  { now }: Sending,
): Taken {
  const message = send.messageId === null ? undefined : db.select().from(messageTable)
    .where(eq(messageTable.id, send.messageId)).all()[0];
  if (message && !connectionById(db, send.connectionId)) {
    changeRecipient(db, recipient.id, { state: "failed", reason: "ERR_NO_WAPP_FOUND", changedAt: now });
    return { is: "left_out" };
  }
  if (send.failure === null || !message || message.isDeleted) {
    // It is on its way, or gone with its thread: nothing is written a second time.
    const reason = "ERR_SCHEDULE_TAKEN_BACK";
    changeRecipient(db, recipient.id, message ? { pendingStep: send.step } : { state: "failed", reason });
    return { is: "left_out" };
  }
  db.update(messageTable).set({ ack: ACK.waiting, failure: null }).where(eq(messageTable.id, message.id)).run();
  enqueue(db, { messageId: message.id, connectionId: send.connectionId, rank: RANK.campaign }, now);
  db.update(campaignSendTable).set({ failure: null, isNews: false, putAt: now }).where(
    eq(campaignSendTable.id, send.id),
  ).run();
  changeRecipient(db, recipient.id, { pendingStep: send.step, changedAt: now });
  return { is: "put", isStranger: send.isStranger };
}

export function changeRecipient(db: Write, id: number, is: Partial<RecipientRow>): void {
  if (Object.keys(is).length > 0) db.update(recipientTable).set(is).where(eq(recipientTable.id, id)).run();
}

const pendingIn = prepared((db) =>
  db.select({ count: sql<number>`count(*)` }).from(sql`outbox`)
    .where(sql`connection_id = ${prepared.arg("connectionId")} and rank = ${RANK.campaign}`).prepare()
);

/** How many messages of campaigns wait in a connection's outbox. */
export function inOutbox(db: Read, connectionId: number): number {
  return pendingIn(db, { connectionId })[0]!.count;
}
