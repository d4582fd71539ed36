import { and, eq } from "drizzle-orm";
import { giveUp } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import type { Emit, Write } from "../platform/company.ts";
import { campaignSendTable, type RecipientRow } from "./table.ts";

/** What waits in the outbox is not sent any more. What is on its way already says so itself when it arrives. */
export function takeBack(db: Write, emit: Emit, { id, pendingStep }: RecipientRow): void {
  const [send] = db.select().from(campaignSendTable)
    .where(and(eq(campaignSendTable.recipientId, id), eq(campaignSendTable.step, pendingStep!))).all();
  if (send?.messageId == null) return;
  const rows = db.select().from(outboxTable)
    .where(and(eq(outboxTable.messageId, send.messageId), eq(outboxTable.what, "send"))).all();
  for (const row of rows) giveUp(db, emit, row, "ERR_SCHEDULE_TAKEN_BACK");
}
