import { and, eq, inArray, sql } from "drizzle-orm";
import type { Emit, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { cut } from "../platform/cut.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import type { Arrived, Speak, ToCampaign } from "./arrived.ts";
import { showLater } from "./changing.ts";
import { changeRecipient } from "./rows.ts";
import { campaignSendTable, campaignTable, type RecipientRow, recipientTable } from "./table.ts";
import { takeBack } from "./take_back.ts";

/** An answer like any other: it counts, it leads to its ticket, and nothing follows any more. */
export function reply(
  db: Write,
  recipient: RecipientRow,
  arrived: Arrived,
  speak: Speak,
): ToCampaign | undefined {
  const { campaignId } = recipient, { company, now } = arrived;
  if (recipient.answeredAt === null) {
    noteAnswer(db, recipient, arrived);
    const keepsWaiting = recipient.state === "asked";
    changeRecipient(db, recipient.id, { ...!keepsWaiting && { nextAt: null }, isStranger: false, changedAt: now });
    showLater(company, [campaignId]);
  }
  const [campaign] = db.select({ queueId: campaignTable.queueId }).from(campaignTable)
    .where(eq(campaignTable.id, campaignId)).all();
  return campaign && { is: "message", campaignId, queueId: campaign.queueId, recipientId: recipient.id, speak };
}

const open = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.contactId, prepared.arg("contactId")),
    // Spelled out: as an argument SQLite would weigh it against the partial indexes anew each time, which takes longer than
    // all else that is asked about a message.
    eq(recipientTable.state, sql`'sent'`),
    sql`(${recipientTable.nextAt} is not null or ${recipientTable.pendingStep} > 1)`,
  )).prepare()
);

/** Who writes, by whatever connection, gets nothing more that was to follow if they said nothing, of any campaign. */
export function endSequences(db: Write, emit: Emit, { company, contact, now }: Arrived): void {
  const rows = open(db, { contactId: contact.id });
  for (const row of rows) {
    if ((row.pendingStep ?? 0) > 1) takeBack(db, emit, row);
    changeRecipient(db, row.id, { nextAt: null, changedAt: now });
  }
  if (rows.length > 0) showLater(company, [...new Set(rows.map(({ campaignId }) => campaignId))]);
}

/** What somebody wrote first is kept as their answer. */
export function noteAnswer(db: Write, { id, answeredAt }: RecipientRow, { body, now }: Arrived): void {
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
