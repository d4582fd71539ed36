import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { giveUp } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import type { Emit, Write } from "../platform/company.ts";
import { changeRecipient, sendAt } from "./rows.ts";
import { type CampaignSendRow, campaignSendTable, type RecipientRow, recipientTable } from "./table.ts";

/** When this process began (ms). */
export const STARTED_AT = Date.now();

/** What waits in the outbox for somebody is not sent any more. What is on its way already says so itself when it arrives. */
export function takeBack(db: Write, emit: Emit, { id, pendingStep }: RecipientRow): void {
  const [send] = pendingStep === null ? [] : sendAt(db, { recipientId: id, step: pendingStep });
  if (send) dropFromOutbox(db, emit, send, "ERR_SCHEDULE_TAKEN_BACK");
}

/** Of a campaign that stands still nothing leaves: whom it was to go to waits again, with the message that they have. */
export function takeBackAll(db: Write, emit: Emit, campaignId: number, now: number): void {
  const pending = db.select().from(recipientTable)
    .where(and(eq(recipientTable.campaignId, campaignId), isNotNull(recipientTable.pendingStep))).all();
  for (const { id, pendingStep } of pending) {
    const send = sendAt.one(db, { recipientId: id, step: pendingStep! });
    // It was put there by a process that has died: whether it had handed it over, nobody knows.
    const why = send && send.putAt < STARTED_AT ? "ERR_MAY_HAVE_LEFT" : "ERR_CAMPAIGN_STOPPED";
    if (!send || !dropFromOutbox(db, emit, send, why)) continue;
    db.update(campaignSendTable).set({ isNews: false }).where(eq(campaignSendTable.id, send.id)).run();
    changeRecipient(db, id, { pendingStep: null, changedAt: now });
  }
}

/** The file goes with its text. Whether the message itself was still there. */
function dropFromOutbox(
  db: Write,
  emit: Emit,
  { messageId, fileMessageId }: CampaignSendRow,
  failure: string,
): boolean {
  const ids = [messageId, fileMessageId].filter((id) => id !== null);
  const rows = db.select().from(outboxTable)
    .where(and(inArray(outboxTable.messageId, ids), eq(outboxTable.what, "send"))).all();
  for (const row of rows) giveUp(db, emit, row, failure);
  return rows.some((row) => row.messageId === messageId);
}
