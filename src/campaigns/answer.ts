import { and, desc, eq, sql } from "drizzle-orm";
import { type Emit, prepared, type Write } from "../platform/company.ts";
import { readAnswer } from "../shared/campaigns/answers.ts";
import type { Arrived, Speak, ToCampaign } from "./arrived.ts";
import { decide } from "./decide.ts";
import { isLastWord } from "./last_word.ts";
import { leave } from "./leave.ts";
import { reply } from "./reply.ts";
import { askWhether } from "./speak.ts";
import { recipientTable } from "./table.ts";

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
