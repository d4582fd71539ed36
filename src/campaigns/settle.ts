import { millisecondsInDay } from "date-fns/constants";
import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { prepared, type Read, type Write } from "../platform/company.ts";
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
export const ANSWER_WITHIN = 86_400_000;
/** The network refuses strangers for now; it is nobody's fault, and they wait. */
const RESTRICTED = "ERR_WAPP_RESTRICTED";
/** These say something of the recipient, and nothing of the campaign. */
const OF_RECIPIENT = new Set(["ERR_WAPP_INVALID_CONTACT", "ERR_SCHEDULE_TAKEN_BACK"]);

/** What the network said of messages: their recipients follow. Answers whether there was anything. */
export function settleNews(db: Write, campaign: CampaignRow, now: number): boolean {
  const news = db.select({ send: campaignSendTable, recipient: recipientTable }).from(campaignSendTable)
    .innerJoin(recipientTable, eq(recipientTable.id, campaignSendTable.recipientId))
    .where(and(eq(campaignSendTable.campaignId, campaign.id), eq(campaignSendTable.isNews, true)))
    .orderBy(asc(campaignSendTable.id)).limit(AT_ONCE).all();
  if (news.length === 0) return false;
  let inARow = campaign.failuresInARow;
  for (const { send, recipient } of news) {
    changeRecipient(db, recipient.id, { ...fateOf(send, recipient, campaign), changedAt: now });
    if (send.failure === null) inARow = send.sentAt === null ? inARow : 0;
    else if (send.failure !== RESTRICTED && !OF_RECIPIENT.has(send.failure)) inARow++;
    db.update(campaignSendTable).set({ isNews: false }).where(eq(campaignSendTable.id, send.id)).run();
  }
  db.update(campaignTable).set({ failuresInARow: inARow }).where(eq(campaignTable.id, campaign.id)).run();
  return true;
}

/** What a recipient becomes by what became of one of their messages. */
function fateOf(send: CampaignSendRow, recipient: RecipientRow, campaign: CampaignRow): Partial<RecipientRow> {
  const isPending = recipient.pendingStep === send.step, { state } = recipient;
  if (send.sentAt !== null) {
    const isOwed = isPending || state === "failed" || (state === "opted_out" && send.step === 1);
    return isOwed ? sentFate(send, recipient, campaign) : {};
  }
  // The network has taken back its word, or nobody waits for it any more.
  if (send.failure === null || !(isPending || (state === "sent" && send.step === 1))) return {};
  if (state === "opted_out") return { pendingStep: null };
  // Restricted: it waits where it was, with the message that it has.
  if (send.failure === RESTRICTED) return { pendingStep: null, reason: send.failure, isStranger: true };
  if (send.step > 1) return { pendingStep: null, nextAt: null };
  return { pendingStep: null, nextAt: null, state: "failed", reason: send.failure };
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
      where campaign_id = ${campaignId} and next_at <= ${now} and state = 'asked' limit ${AT_ONCE})`)
    .returning({ id: recipientTable.id }).all();
  return closed.length > 0;
}

const hasNews = prepared((db) =>
  db.select({ id: campaignSendTable.id }).from(campaignSendTable)
    .where(and(eq(campaignSendTable.campaignId, prepared.arg("id")), sql`${campaignSendTable.isNews} = 1`)).limit(1)
    .prepare()
);
const hasDue = prepared((db) =>
  db.select({ id: recipientTable.id }).from(recipientTable)
    .where(and(
      eq(recipientTable.campaignId, prepared.arg("id")),
      lte(recipientTable.nextAt, prepared.arg("now")),
      eq(recipientTable.state, "asked"),
    )).limit(1).prepare()
);

/** Whether there is anything to settle, so that nothing is written while nothing happens. */
export function isUnsettled(db: Read, { id, filledTo }: CampaignRow, now: number): boolean {
  return filledTo !== null || hasNews(db, { id }).length > 0 || hasDue(db, { id, now }).length > 0;
}
