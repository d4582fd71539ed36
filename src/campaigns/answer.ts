import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ContactRow } from "../contacts/table.ts";
import { messageTable } from "../messages/table.ts";
import { optOut, optOutOfNumber } from "../opt_outs/opt_outs.ts";
import { compose } from "../outbox/compose.ts";
import { giveUp, RANK } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import { type Company, type Emit, prepared, type Read, type Write } from "../platform/company.ts";
import { cut } from "../platform/cut.ts";
import { type CampaignAnswer, readAnswer } from "../shared/campaigns/answers.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { emitCampaign, seesCampaigns } from "./campaigns.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { campaignSendTable, campaignTable, type RecipientRow, recipientTable } from "./table.ts";
import { changeRecipient } from "./take.ts";

/** A customer's message that has just come. */
export interface Arrived {
  company: Company;
  contact: ContactRow;
  connectionId: number;
  body: string;
  now: number;
}

/** What a message says to a campaign. */
export type ToCampaign =
  /** Yes, no, or no more of them: it is kept where the campaign's message is, and is nobody's work. */
  | { is: "answer"; ticket: TicketRow; speak: Speak }
  /** Anything else is a message like any other, which opens a ticket that says what it answers. */
  | { is: "message"; campaignId: number; queueId: number | null; recipientId: number; speak: Speak };

/** Says what there is to say, once the customer's message is stored; answers the ids of what was written. */
type Speak = (ticket: TicketRow) => number[];

/** How long (ms) after a campaign's last message to somebody what they write counts as an answer to it. */
const ANSWERS_FOR = 30 * 86_400_000;

const lastOnes = prepared((db) =>
  db.select({
    row: recipientTable,
    // In a select from one table drizzle writes its columns without the table's name.
    lastAt: sql<number | null>`(select max(coalesce(sent_at, put_at)) from campaign_sends
      where recipient_id = campaign_recipients.id and failure is null)`,
  }).from(recipientTable)
    .where(and(
      eq(recipientTable.contactId, prepared.arg("contactId")),
      eq(recipientTable.connectionId, prepared.arg("connectionId")),
    )).orderBy(desc(recipientTable.id)).limit(5).prepare()
);

/**
 * Takes a customer's message as the answer to a campaign, if it is one. Of several open questions it answers the newest
 * (behaviour.md, Campaigns): yes and no count only while nothing of ours has come after the question.
 */
export function answerCampaign(db: Write, emit: Emit, arrived: Arrived): ToCampaign | undefined {
  const { contact, connectionId, now } = arrived;
  const [newest] = lastOnes(db, { contactId: contact.id, connectionId })
    // Who is still to get something answers at any time.
    .filter(({ lastAt, row }) => row.nextAt !== null || (lastAt !== null && now - lastAt < ANSWERS_FOR))
    .sort((one, other) => (other.lastAt ?? 0) - (one.lastAt ?? 0)).map(({ row }) => row);
  if (!newest) return undefined;
  const answer = readAnswer(arrived.body);
  // That somebody wants no more counts whatever was said in between; yes and no answer the newest question.
  if (answer === "opt_out") return leave(db, emit, newest, arrived);
  const isDecision = newest.state === "asked" && (answer === "yes" || answer === "no");
  if (isDecision && isLastWord(db, newest, arrived)) return decide(db, emit, newest, answer, arrived);
  const isInDoubt = answer === "perhaps_opt_out" && isLastWord(db, newest, arrived);
  const speak: Speak = isInDoubt ? (ticket) => askWhether(db, ticket, arrived) : () => [];
  return reply(db, emit, newest, arrived, speak);
}

const newestOwn = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable)
    .where(sql`${messageTable.ticketId} in (select id from tickets where contact_id = ${prepared.arg("contactId")}
      and connection_id = ${prepared.arg("connectionId")}) and ${messageTable.fromMe} = 1`)
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(1).prepare()
);

/** Whether the last that we wrote to somebody was a campaign's: neither an attendant nor the bot has spoken since. */
function isLastWord(db: Read, { id }: RecipientRow, { contact, connectionId }: Arrived): boolean {
  const [last] = newestOwn(db, { contactId: contact.id, connectionId });
  if (!last) return false;
  const sends = db.select({ messageId: campaignSendTable.messageId }).from(campaignSendTable)
    .where(eq(campaignSendTable.recipientId, id)).all();
  // A file that did not fit its text was put right after it.
  return sends.some(({ messageId }) => messageId === last.id || (messageId !== null && messageId + 1 === last.id));
}

function ticketOf(db: Write, { contact, connectionId, now }: Arrived): TicketRow {
  return ticketInProgress(db, contact.id, connectionId) ??
    ticketForFiling(db, contact, connectionId, { at: now, closedAt: now });
}

function decide(
  db: Write,
  emit: Emit,
  recipient: RecipientRow,
  answer: CampaignAnswer,
  arrived: Arrived,
): ToCampaign {
  const { now, company, body } = arrived;
  // It answers the question alone: the message that follows a yes is still to be answered.
  db.update(campaignSendTable).set({ answeredAt: now })
    .where(and(eq(campaignSendTable.recipientId, recipient.id), eq(campaignSendTable.step, 0))).run();
  const is = answer === "yes"
    ? { state: "confirmed" as const, confirmedAt: now, answeredAt: null }
    : { state: "skipped" as const, reason: "declined" };
  // Who is asked by the newest question alone answers it; what they are asked by another stays open.
  changeRecipient(db, recipient.id, {
    ...is,
    answer: cut(body, 200),
    nextAt: null,
    isStranger: false,
    changedAt: now,
  });
  emitCampaign(company, db, emit, recipient.campaignId, { recipients: true });
  company.afterwards(() => company.signals.emit("campaigns", {}));
  return { is: "answer", ticket: ticketOf(db, arrived), speak: () => [] };
}

/** They want no more: of this campaign, and of any other. What is under way and has not left is taken back. */
function leave(db: Write, emit: Emit, recipient: RecipientRow, arrived: Arrived): ToCampaign {
  const { company, contact, now } = arrived;
  noteAnswer(db, recipient, arrived);
  const number = recipient.number || contact.number;
  const isNew = optOut(db, { number, source: "answer", campaignId: recipient.campaignId }, now);
  if (isNew) emit("optOut", { action: "create", record: optOutOfNumber(db, number) }, seesCampaigns);
  for (const campaignId of leaveAll(db, emit, number, now)) {
    emitCampaign(company, db, emit, campaignId, { recipients: true });
  }
  const text = isNew ? settingsOfCampaigns(db).optOutText.trim() : "";
  return { is: "answer", ticket: ticketOf(db, arrived), speak: (ticket) => speakAs(db, ticket, text, now) };
}

/**
 * Whoever of a number still waits in any campaign has left it; to whom a campaign was sent it was sent, and nothing follows.
 * Answers the campaigns that this changes.
 */
export function leaveAll(db: Write, emit: Emit, number: string, now: number): number[] {
  const rows = db.select().from(recipientTable).where(and(
    eq(recipientTable.number, number),
    sql`(${recipientTable.state} in ('waiting', 'asked', 'confirmed') or ${recipientTable.nextAt} is not null
      or ${recipientTable.pendingStep} is not null)`,
  )).all();
  for (const row of rows) {
    const isWaiting = row.state !== "sent" && row.state !== "failed";
    if (row.pendingStep !== null) takeBack(db, emit, row);
    changeRecipient(db, row.id, { nextAt: null, changedAt: now, ...isWaiting && { state: "opted_out", reason: null } });
  }
  return [...new Set(rows.map(({ campaignId }) => campaignId))];
}

/** What waits in the outbox is not sent any more. What is on its way already says so itself when it arrives. */
function takeBack(db: Write, emit: Emit, { id, pendingStep }: RecipientRow): void {
  const [send] = db.select().from(campaignSendTable)
    .where(and(eq(campaignSendTable.recipientId, id), eq(campaignSendTable.step, pendingStep!))).all();
  if (send?.messageId == null) return;
  const rows = db.select().from(outboxTable)
    .where(and(eq(outboxTable.messageId, send.messageId), eq(outboxTable.what, "send"))).all();
  for (const row of rows) giveUp(db, emit, row, "ERR_SCHEDULE_TAKEN_BACK");
}

/** What only looks like an opt-out is asked about, once in a ticket. */
function askWhether(db: Write, ticket: TicketRow, { now }: Arrived): number[] {
  const text = settingsOfCampaigns(db).optOutQuestion.trim();
  const { ticketId, fromMe, userId, body, id } = messageTable;
  const wasAsked = db.select({ id }).from(messageTable)
    .where(and(eq(ticketId, ticket.id), eq(fromMe, true), isNull(userId), eq(body, text))).limit(1).all();
  return wasAsked.length > 0 ? [] : speakAs(db, ticket, text, now);
}

function speakAs(db: Write, ticket: TicketRow, body: string, now: number): number[] {
  return body ? [compose(db, ticket, { body, kind: "text", rank: RANK.bot }, null, now)] : [];
}

/** An answer like any other: it counts, it leads to its ticket, and nothing follows any more. */
function reply(
  db: Write,
  emit: Emit,
  recipient: RecipientRow,
  arrived: Arrived,
  speak: Speak,
): ToCampaign | undefined {
  const { campaignId } = recipient, { company, now } = arrived;
  if (recipient.answeredAt === null) {
    noteAnswer(db, recipient, arrived);
    const keepsWaiting = recipient.state === "asked";
    changeRecipient(db, recipient.id, { ...!keepsWaiting && { nextAt: null }, isStranger: false, changedAt: now });
    emitCampaign(company, db, emit, campaignId, { recipients: true });
  }
  const [campaign] = db.select({ queueId: campaignTable.queueId }).from(campaignTable)
    .where(eq(campaignTable.id, campaignId)).all();
  return campaign && { is: "message", campaignId, queueId: campaign.queueId, recipientId: recipient.id, speak };
}

function noteAnswer(db: Write, { id, answeredAt }: RecipientRow, { body, now }: Arrived): void {
  if (answeredAt !== null) return;
  changeRecipient(db, id, { answeredAt: now, answer: cut(body, 200) });
  db.update(campaignSendTable).set({ answeredAt: now })
    .where(and(eq(campaignSendTable.recipientId, id), inArray(campaignSendTable.step, [0, 1]))).run();
}

/**
 * The ticket in which somebody answers a campaign says so, and one that is for no queue yet goes to the campaign's. Answers the
 * ticket as it is then.
 */
export function markTicket(
  db: Write,
  had: TicketRow,
  { campaignId, queueId, recipientId }: Extract<ToCampaign, { is: "message" }>,
  { begins, now }: { begins: boolean; now: number },
): TicketRow {
  changeRecipient(db, recipientId, { ticketId: had.id });
  const toQueue = begins && queueId !== null && had.queueId !== queueId;
  return db.update(ticketTable).set({ campaignId, ...toQueue && { queueId, queuedAt: now } })
    .where(eq(ticketTable.id, had.id)).returning().get();
}
