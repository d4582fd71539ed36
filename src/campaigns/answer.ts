import { millisecondsInDay } from "date-fns/constants";
import { and, desc, eq, sql } from "drizzle-orm";
import { marketingSince } from "../opt_outs/marks.ts";
import { hasOptedOut } from "../opt_outs/opt_outs.ts";
import type { Emit, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { insists, readAnswer } from "../shared/campaigns/answers.ts";
import { ticketInProgress } from "../tickets/open_ticket.ts";
import type { Arrived, Speak, ToCampaign } from "./arrived.ts";
import { showLater } from "./changing.ts";
import { decide } from "./decide.ts";
import { isLastWord, wasMarketing } from "./last_word.ts";
import { leave } from "./leave.ts";
import { endSequences, reply } from "./reply.ts";
import { askWhether, wasAsked } from "./speak.ts";
import { settleRecipient } from "./settle.ts";
import { recipientTable } from "./table.ts";

/** How long (ms) after a campaign's last message to somebody what they write counts as an answer to it. */
const ANSWERS_FOR = 30 * millisecondsInDay;

const lastOnes = prepared((db) =>
  db.select({
    row: recipientTable,
    // In a select from one table drizzle writes its columns without the table's name.
    lastAt: sql<number | null>`(select max(coalesce(sent_at, put_at)) from campaign_sends
      where recipient_id = campaign_recipients.id and failure is null)`,
    // By which it wrote to them: what comes next may go by another.
    isHere: sql<number>`exists (select 1 from campaign_sends
      where recipient_id = campaign_recipients.id and +connection_id = ${prepared.arg("connectionId")})`,
    hasNews: sql<number>`exists (select 1 from campaign_sends
      where recipient_id = campaign_recipients.id and is_news = 1)`,
  }).from(recipientTable)
    .where(and(
      eq(recipientTable.contactId, prepared.arg("contactId")),
      sql`exists (select 1 from campaign_sends where recipient_id = campaign_recipients.id)`,
    )).orderBy(desc(recipientTable.id)).limit(10).prepare()
);

/** What the network has just said of their messages is noted first: who answers a question has got it. */
function settledOnes(db: Write, { company, contact, connectionId, now }: Arrived) {
  const of = { contactId: contact.id, connectionId }, had = lastOnes(db, of);
  const unsettled = had.filter(({ hasNews }) => hasNews);
  if (unsettled.length === 0) return had;
  for (const { row } of unsettled) settleRecipient(db, row, now);
  showLater(company, unsettled.map(({ row }) => row.campaignId));
  return lastOnes(db, of);
}

/**
 * Takes a customer's message as the answer to a campaign, if it is one. Of several open questions it answers the newest
 * (behaviour.md, Campaigns): yes and no count only while nothing of ours has come after the question. That somebody wants no
 * more counts wherever they say so, and whatever marketing it was: a campaign's, also one that is gone, or the API's.
 */
export function answerCampaign(db: Write, emit: Emit, arrived: Arrived): ToCampaign | undefined {
  const { now, contact } = arrived, had = settledOnes(db, arrived);
  endSequences(db, emit, arrived);
  const recent = had
    // Who is still to get something answers at any time.
    .filter(({ lastAt, row }) => row.nextAt !== null || (lastAt !== null && now - lastAt < ANSWERS_FOR))
    .sort((one, other) => (other.lastAt ?? 0) - (one.lastAt ?? 0));
  const newest = recent.find(({ isHere }) => isHere)?.row;
  const marks = marketingSince(db, { contactId: contact.id, since: now - ANSWERS_FOR });
  if (!newest && marks.length === 0) return undefined;
  const answer = readAnswer(arrived.body);
  const isWord = answer === "opt_out" || answer === "perhaps_opt_out";
  const isInPlace = isWord && wasMarketing(db, arrived, marks);
  if (answer === "opt_out" && (isInPlace || isSaidAgain(db, arrived))) {
    const left = leave(db, emit, newest ?? recent[0]?.row, arrived);
    if (left) return unlessServed(db, arrived, left);
  }
  const isDecision = newest?.state === "asked" && (answer === "yes" || answer === "no");
  if (isDecision && isLastWord(db, newest, arrived)) {
    return unlessServed(db, arrived, decide(db, newest, answer, arrived));
  }
  // To what a person or the bot has asked "remover" is an answer, too.
  const isInDoubt = answer === "opt_out" || isInPlace;
  const speak: Speak = isInDoubt && !hasOptedOut(db, newest?.number || contact.number)
    ? (ticket) => askWhether(db, ticket, arrived)
    : () => [];
  return newest ? reply(db, newest, arrived, speak) : { is: "aside", speak };
}

/** They were asked in this conversation already, and say it once more. */
function isSaidAgain(db: Write, { contact, connectionId, body }: Arrived): boolean {
  const ticket = ticketInProgress(db, contact.id, connectionId);
  return ticket !== undefined && insists(body) && wasAsked(db, ticket);
}

/** In a ticket that somebody works on every message is seen, whatever else it means. */
function unlessServed(db: Write, { contact, connectionId }: Arrived, to: ToCampaign): ToCampaign {
  return ticketInProgress(db, contact.id, connectionId) ? { is: "aside", speak: to.speak } : to;
}
