import { and, eq, sql } from "drizzle-orm";
import { type Counts, RecipientState } from "../contract/campaign_recipients.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { campaignSendTable, recipientTable } from "./table.ts";

const byState = prepared((db) =>
  db.select({
    state: recipientTable.state,
    count: sql<number>`count(*)`,
    asked: sql<number>`count(${recipientTable.askedAt})`,
    confirmed: sql<number>`count(${recipientTable.confirmedAt})`,
    answered: sql<number>`count(${recipientTable.answeredAt})`,
  }).from(recipientTable).where(sql`${recipientTable.campaignId} = ${prepared.arg("id")}`)
    .groupBy(recipientTable.state).prepare()
);

const ofMessage = prepared((db) =>
  db.select({
    delivered: sql<number>`count(${campaignSendTable.deliveredAt})`,
    read: sql<number>`count(${campaignSendTable.readAt})`,
  }).from(campaignSendTable)
    .where(sql`${campaignSendTable.campaignId} = ${prepared.arg("id")} and ${campaignSendTable.step} = 1`).prepare()
);

/** Spelled out, not bound: only so does the partial index serve it. */
const IS_INVALID = sql`${recipientTable.reason} in ('ERR_WAPP_INVALID_CONTACT', 'no_number')`;

const invalid = prepared((db) =>
  db.select({ count: sql<number>`count(*)` }).from(recipientTable)
    .where(and(eq(recipientTable.campaignId, prepared.arg("id")), IS_INVALID)).prepare()
);

/** How a campaign's recipients stand, counted from their rows: the states add up to all of them (behaviour.md, Campaigns). */
export function countsOf(db: Read, id: number): Counts {
  const counts = Object.fromEntries(RecipientState.options.map((state) => [state, 0])) as Record<
    RecipientState,
    number
  >;
  let confirmationsRequested = 0, confirmations = 0, answered = 0;
  for (const row of byState(db, { id })) {
    counts[row.state] = row.count;
    confirmationsRequested += row.asked;
    confirmations += row.confirmed;
    if (row.state === "sent") answered = row.answered;
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const sent = ofMessage.one(db, { id });
  const { delivered = 0, read = 0 } = sent ?? {};
  const valid = total - invalid.one(db, { id })!.count;
  return { total, valid, ...counts, confirmationsRequested, confirmations, delivered, read, answered };
}
