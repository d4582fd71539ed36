import { desc, eq, sql } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import { prepared, type Read } from "../platform/company.ts";
import type { Arrived } from "./arrived.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { campaignSendTable, type RecipientRow } from "./table.ts";

const newestOwn = prepared((db) =>
  db.select({ id: messageTable.id, body: messageTable.body, userId: messageTable.userId }).from(messageTable)
    .where(sql`${messageTable.ticketId} in (select id from tickets where contact_id = ${prepared.arg("contactId")}
      and connection_id = ${prepared.arg("connectionId")}) and ${messageTable.fromMe} = 1`)
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(1).prepare()
);

/** Whether the last that we wrote to somebody was a campaign's: neither an attendant nor the bot has spoken since. */
export function isLastWord(db: Read, { id }: RecipientRow, { contact, connectionId }: Arrived): boolean {
  const [last] = newestOwn(db, { contactId: contact.id, connectionId });
  if (!last) return false;
  const { messageId, fileMessageId, recipientId } = campaignSendTable;
  return db.select({ messageId, fileMessageId }).from(campaignSendTable).where(eq(recipientId, id)).all()
    .some((send) => send.messageId === last.id || send.fileMessageId === last.id);
}

const ofCampaign = prepared((db) =>
  db.select({ id: campaignSendTable.id }).from(campaignSendTable).where(sql`${campaignSendTable.recipientId} in
    (select id from campaign_recipients where contact_id = ${prepared.arg("contactId")}) and
    ${prepared.arg("messageId")} in (${campaignSendTable.messageId}, ${campaignSendTable.fileMessageId})`).limit(1)
    .prepare()
);

/** Whether the last that we wrote to somebody here was of any campaign, or asked whether they want no more of them. */
export function wasMarketing(db: Read, { contact, connectionId }: Arrived): boolean {
  const contactId = contact.id, [last] = newestOwn(db, { contactId, connectionId });
  if (!last) return false;
  const isQuestion = last.userId === null && last.body === settingsOfCampaigns(db).optOutQuestion.trim();
  return isQuestion || ofCampaign(db, { contactId, messageId: last.id }).length > 0;
}
