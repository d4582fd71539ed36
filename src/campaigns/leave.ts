import { and, eq, sql } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import type { MessageRow } from "../messages/table.ts";
import { optOut, optOutOfNumber } from "../opt_outs/opt_outs.ts";
import type { Emit, Write } from "../platform/company.ts";
import type { Arrived, ToCampaign } from "./arrived.ts";
import { seesCampaigns } from "./campaigns.ts";
import { showLater } from "./changing.ts";
import { noteAnswer } from "./reply.ts";
import { changeRecipient } from "./rows.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { speakAs } from "./speak.ts";
import { campaignSendTable, type RecipientRow, recipientTable } from "./table.ts";
import { ticketFor } from "./ticket.ts";
import { takeBack } from "./take_back.ts";

/**
 * They want no more: of this campaign, if it is still there, and of any other. What is under way and has not left is taken
 * back. Nothing when nobody knows their number.
 */
export function leave(
  db: Write,
  emit: Emit,
  recipient: RecipientRow | undefined,
  arrived: Arrived,
): Extract<ToCampaign, { is: "answer" }> | undefined {
  const { company, contact, now } = arrived;
  const number = recipient?.number || contact.number;
  if (number === "") return undefined;
  if (recipient) noteAnswer(db, recipient, arrived);
  const isNew = optOut(db, { number, source: "answer", campaignId: recipient?.campaignId }, now);
  if (isNew) emit("optOut", { action: "create", record: optOutOfNumber(db, number) }, seesCampaigns);
  showLater(company, leaveAll(db, emit, number, now));
  const text = isNew ? settingsOfCampaigns(db).optOutText.trim() : "";
  return {
    is: "answer",
    ticket: ticketFor(db, arrived.contact, arrived),
    speak: (ticket) => speakAs(db, ticket, text, now),
  };
}

/** The network says that somebody has told it to bring them none of our marketing. */
export function leaveByNetwork(db: Write, emit: Emit, message: MessageRow, now: number): void {
  const number = contactById(db, message.contactId)?.number ?? "";
  if (number === "") return;
  const [send] = db.select({ campaignId: campaignSendTable.campaignId }).from(campaignSendTable)
    .where(eq(campaignSendTable.messageId, message.id)).all();
  leaveAtNetwork(db, emit, number, now, send?.campaignId);
}

/** The same for somebody who has told the network so by themselves. */
export function leaveAtNetwork(db: Write, emit: Emit, number: string, now: number, campaignId?: number): void {
  if (number === "") return;
  const isNew = optOut(db, { number, source: "network", campaignId }, now);
  if (isNew) emit("optOut", { action: "create", record: optOutOfNumber(db, number) }, seesCampaigns);
  leaveAll(db, emit, number, now);
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
