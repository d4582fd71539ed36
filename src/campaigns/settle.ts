import { millisecondsInDay } from "date-fns/constants";
import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { connectionById } from "../connections/connections.ts";
import { messageById } from "../messages/change.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { isOpen } from "./open.ts";
import { changeRecipient } from "./rows.ts";
import {
  type CampaignRow,
  type CampaignSendRow,
  campaignSendTable,
  campaignTable,
  type RecipientRow,
  recipientTable,
} from "./table.ts";

/** So many are noted in one transaction: an attendant who answers waits for no more. */
const AT_ONCE = 10;
/** How long (ms) a question waits for its answer (behaviour.md, Campaigns). */
const ANSWER_WITHIN = millisecondsInDay;
/** The network refuses strangers for now; it is nobody's fault, and they wait. */
const RESTRICTED = "ERR_WAPP_RESTRICTED";
/** These say something of the recipient, and nothing of the campaign. */
const OF_RECIPIENT = new Set([
  ...["ERR_WAPP_INVALID_CONTACT", "ERR_SCHEDULE_TAKEN_BACK", "ERR_CAMPAIGN_STOPPED"],
  ...["ERR_META_UNDELIVERABLE", "ERR_META_CAPPED", "ERR_META_OPTED_OUT", "ERR_META_NO_NUMBER", "ERR_META_TOO_MANY"],
]);
/** Meta wants fewer messages for now, in all or to this one: nobody's fault, either, and they wait for so long (ms). */
const TOO_MANY = "ERR_META_TOO_MANY", AFTER_TOO_MANY = milliseconds({ minutes: 10 });

/** What the network said of a campaign's messages: their recipients follow. Answers whether there was anything. */
export function settleNews(db: Write, campaign: CampaignRow, now: number): boolean {
  const news = newsWhere(db, eq(campaignSendTable.campaignId, campaign.id));
  if (news.length > 0) settle(db, campaign, news, now);
  return news.length > 0;
}

/** All of it at once, before somebody moves the campaign. */
export function settleAll(db: Write, id: number, now: number): void {
  const row = () => db.select().from(campaignTable).where(eq(campaignTable.id, id)).get()!;
  while (settleNews(db, row(), now));
}

/** What was said of one recipient's messages, before it is told what they have just written. */
export function settleRecipient(db: Write, { id, campaignId }: RecipientRow, now: number): void {
  const campaign = db.select().from(campaignTable).where(eq(campaignTable.id, campaignId)).get();
  if (campaign) settle(db, campaign, newsWhere(db, eq(campaignSendTable.recipientId, id)), now);
}

interface News {
  send: CampaignSendRow;
  recipient: RecipientRow;
}

function newsWhere(db: Read, where: SQL): News[] {
  return db.select({ send: campaignSendTable, recipient: recipientTable }).from(campaignSendTable)
    .innerJoin(recipientTable, eq(recipientTable.id, campaignSendTable.recipientId))
    .where(and(where, IS_NEWS)).orderBy(asc(campaignSendTable.id)).limit(AT_ONCE).all();
}

/** Spelled out, not bound: only so does the partial index serve it. */
const IS_NEWS = sql`${campaignSendTable.isNews} = 1`;

function settle(db: Write, campaign: CampaignRow, news: readonly News[], now: number): void {
  let inARow = campaign.failuresInARow;
  for (const { send, recipient: { id } } of news) {
    // Read anew: of one recipient several messages may have news.
    const recipient = db.select().from(recipientTable).where(eq(recipientTable.id, id)).get()!;
    const cutOff = recipient.pendingStep === send.step && isCutOff(db, send);
    const fate = cutOff ? { pendingStep: null, connectionId: null } : fateOf(send, recipient, campaign, now);
    changeRecipient(db, id, { ...fate, changedAt: now });
    if (send.failure === null) inARow = send.sentAt === null ? inARow : 0;
    else if (!cutOff && send.failure !== RESTRICTED && !OF_RECIPIENT.has(send.failure)) inARow++;
    db.update(campaignSendTable).set({ isNews: false }).where(eq(campaignSendTable.id, send.id)).run();
  }
  // A message that somebody tried again by hand may leave when all is over, and what comes after it is still to come.
  const goesOn = campaign.status === "FINALIZADA" && isOpen(db, campaign.id);
  const status = goesOn ? { status: "EM_ANDAMENTO" as const, completedAt: null } : {};
  db.update(campaignTable).set({ failuresInARow: inARow, ...status }).where(eq(campaignTable.id, campaign.id)).run();
}

/** Its connection was deleted before it was handed to the network: it can go by another. */
function isCutOff(db: Read, { failure, connectionId, messageId }: CampaignSendRow): boolean {
  if (failure === null || messageId === null || connectionById(db, connectionId)) return false;
  return messageById(db, messageId)?.raw === null;
}

/** What a recipient becomes by what became of one of their messages. */
function fateOf(
  send: CampaignSendRow,
  recipient: RecipientRow,
  campaign: CampaignRow,
  now: number,
): Partial<RecipientRow> {
  const { step, failure } = send, { state, sentStep } = recipient, isPending = recipient.pendingStep === step;
  if (send.sentAt !== null) {
    // Also what was taken back too late, or was tried again by hand, has left when the network says so.
    const isOwed = isPending || sentStep === null || sentStep < step;
    return isOwed ? sentFate(send, recipient, campaign) : {};
  }
  // It was the last word that counted, and the network has taken it back.
  const isTakenBack = (state === "sent" && step === 1) || (state === "asked" && step === 0);
  const waits = recipient.confirmedAt === null ? "waiting" as const : "confirmed" as const;
  if (failure === null || !(isPending || isTakenBack)) return {};
  if (state === "opted_out") return { pendingStep: null };
  const before = step > 1 ? sentStep : step === 1 && recipient.askedAt !== null ? 0 : null;
  const is = { pendingStep: null, sentStep: before };
  // Restricted: it waits where it was, with the message that it has.
  if (failure === RESTRICTED) {
    return { ...is, reason: failure, isStranger: true, ...isTakenBack && { state: waits, nextAt: null } };
  }
  if (failure === TOO_MANY && step <= 1) return { ...is, reason: failure, state: waits, nextAt: now + AFTER_TOO_MANY };
  if (failure === "ERR_META_OPTED_OUT" && step <= 1) return { ...is, nextAt: null, state: "opted_out", reason: null };
  if (step > 1) return { ...is, nextAt: null };
  return { ...is, nextAt: null, state: "failed", reason: failure };
}

function sentFate(
  { step, sentAt, variant }: CampaignSendRow,
  { state, answeredAt }: RecipientRow,
  campaign: CampaignRow,
): Partial<RecipientRow> {
  const sent = { pendingStep: null, sentStep: step, variant, reason: null };
  if (step === 0) {
    const isAsked = state === "waiting" || state === "failed";
    return { ...sent, askedAt: sentAt, ...isAsked && { state: "asked" as const, nextAt: sentAt! + ANSWER_WITHIN } };
  }
  const follows = campaign.followUps?.[step - 1];
  const nextAt = follows && answeredAt === null && state !== "opted_out"
    ? sentAt! + follows.afterDays * millisecondsInDay
    : null;
  return { ...sent, nextAt, ...step === 1 && { state: "sent" as const, sentAt } };
}

/**
 * A message that was taken out of the outbox before it left, because somebody deleted it or its thread: nobody will ever say
 * what became of it.
 */
export function giveUpTakenBack(db: Write, campaignId: number): void {
  const { pendingStep, id } = recipientTable;
  const gone = db.select({ sendId: campaignSendTable.id }).from(recipientTable)
    .innerJoin(campaignSendTable, and(eq(campaignSendTable.recipientId, id), eq(campaignSendTable.step, pendingStep)))
    .where(and(
      eq(recipientTable.campaignId, campaignId),
      isNotNull(pendingStep),
      eq(campaignSendTable.isNews, false),
      sql`not exists (select 1 from outbox where outbox.message_id = ${campaignSendTable.messageId} and outbox.what = 'send')`,
      sql`not exists (select 1 from messages where messages.id = ${campaignSendTable.messageId}
        and messages.ack <> 0)`,
    )).all();
  for (const { sendId } of gone) {
    db.update(campaignSendTable).set({ failure: "ERR_SCHEDULE_TAKEN_BACK", isNews: true })
      .where(eq(campaignSendTable.id, sendId)).run();
  }
}

/** Questions that nobody answered in time are closed. Answers whether there were any. */
export function closeQuestions(db: Write, campaignId: number, now: number): boolean {
  const closed = db.update(recipientTable)
    .set({ state: "skipped", reason: "unanswered", nextAt: null, changedAt: now })
    .where(sql`${recipientTable.id} in (select id from campaign_recipients
      where campaign_id = ${campaignId} and next_at <= ${now} and next_at is not null and state = 'asked' limit ${AT_ONCE})`)
    .returning({ id: recipientTable.id }).all();
  return closed.length > 0;
}

const hasNews = prepared((db) =>
  db.select({ id: campaignSendTable.id }).from(campaignSendTable)
    .where(and(eq(campaignSendTable.campaignId, prepared.arg("id")), IS_NEWS)).limit(1).prepare()
);
const withNews = prepared((db) =>
  db.selectDistinct({ id: campaignSendTable.campaignId }).from(campaignSendTable).where(IS_NEWS).prepare()
);

/** Of which campaigns, whatever their state, the network has said something that nobody has noted yet. */
export function campaignsWithNews(db: Read): number[] {
  return withNews(db).map(({ id }) => id);
}

const hasDue = prepared((db) =>
  db.select({ id: recipientTable.id }).from(recipientTable)
    .where(and(
      eq(recipientTable.campaignId, prepared.arg("id")),
      lte(recipientTable.nextAt, prepared.arg("now")),
      sql`${recipientTable.state} = 'asked' and ${recipientTable.nextAt} is not null`,
    )).limit(1).prepare()
);

/** Whether there is anything to settle, so that nothing is written while nothing happens. */
export function isUnsettled(db: Read, { id, filledTo }: CampaignRow, now: number): boolean {
  return filledTo !== null || hasNews(db, { id }).length > 0 || hasDue(db, { id, now }).length > 0;
}
