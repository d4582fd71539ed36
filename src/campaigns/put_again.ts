import { eq } from "drizzle-orm";
import { connectionById } from "../connections/connections.ts";
import { messageTable } from "../messages/table.ts";
import { enqueue, RANK } from "../outbox/enqueue.ts";
import type { Write } from "../platform/company.ts";
import { ACK } from "../shared/delivery.ts";
import { changeRecipient } from "./rows.ts";
import { campaignSendTable, type RecipientRow } from "./table.ts";
import type { Sending, Taken } from "./sending.ts";

/** One that failed for a reason that may be over: the same message, under the same id at the network. */
export function putAgain(
  db: Write,
  recipient: RecipientRow,
  send: typeof campaignSendTable.$inferSelect,
  { now }: Sending,
): Taken {
  const message = send.messageId === null ? undefined : db.select().from(messageTable)
    .where(eq(messageTable.id, send.messageId)).all()[0];
  if (message && !connectionById(db, send.connectionId)) {
    changeRecipient(db, recipient.id, { state: "failed", reason: "ERR_NO_WAPP_FOUND", changedAt: now });
    return { is: "left_out" };
  }
  if (send.failure === null || !message || message.isDeleted) {
    // It is on its way, or gone with its thread: nothing is written a second time.
    const reason = "ERR_SCHEDULE_TAKEN_BACK";
    changeRecipient(db, recipient.id, message ? { pendingStep: send.step } : { state: "failed", reason });
    return { is: "left_out" };
  }
  db.update(messageTable).set({ ack: ACK.waiting, failure: null }).where(eq(messageTable.id, message.id)).run();
  enqueue(db, { messageId: message.id, connectionId: send.connectionId, rank: RANK.campaign }, now);
  db.update(campaignSendTable).set({ failure: null, isNews: false, putAt: now }).where(
    eq(campaignSendTable.id, send.id),
  ).run();
  changeRecipient(db, recipient.id, { pendingStep: send.step, changedAt: now });
  return { is: "put", isStranger: send.isStranger };
}
