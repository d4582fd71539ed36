import { and, eq, sql } from "drizzle-orm";
import { RANK } from "../outbox/enqueue.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared, preparedInsert } from "../platform/prepared.ts";
import { campaignSendTable, type RecipientRow, recipientTable } from "./table.ts";

export function changeRecipient(db: Write, id: number, is: Partial<RecipientRow>): void {
  if (Object.keys(is).length > 0) db.update(recipientTable).set(is).where(eq(recipientTable.id, id)).run();
}

/** What was put into the outbox for a recipient's step. */
export const sendAt = prepared((db) =>
  db.select().from(campaignSendTable).where(and(
    eq(campaignSendTable.recipientId, prepared.arg("recipientId")),
    eq(campaignSendTable.step, prepared.arg("step")),
  )).prepare()
);
/** Notes that a message was put into the outbox. */
export const insertSend = preparedInsert(campaignSendTable, [
  "recipientId",
  "campaignId",
  "step",
  "variant",
  "connectionId",
  "messageId",
  "fileMessageId",
  "isStranger",
  "putAt",
]);

const pendingIn = prepared((db) =>
  db.select({ count: sql<number>`count(*)` }).from(sql`outbox`)
    .where(sql`connection_id = ${prepared.arg("connectionId")} and rank = ${RANK.campaign}`).prepare()
);

/** How many messages of campaigns wait in a connection's outbox. */
export function inOutbox(db: Read, connectionId: number): number {
  return pendingIn.one(db, { connectionId })!.count;
}
