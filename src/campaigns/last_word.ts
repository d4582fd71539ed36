import { desc, eq, sql } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { ticketInProgress } from "../tickets/open_ticket.ts";
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
  const last = newestOwn.one(db, { contactId: contact.id, connectionId });
  if (!last) return false;
  const { messageId, fileMessageId, recipientId } = campaignSendTable;
  return db.select({ messageId, fileMessageId }).from(campaignSendTable).where(eq(recipientId, id)).all()
    .some((send) => send.messageId === last.id || send.fileMessageId === last.id);
}

const newestAnywhere = prepared((db) =>
  db.select({ id: messageTable.id, body: messageTable.body, userId: messageTable.userId }).from(messageTable)
    .where(sql`${messageTable.ticketId} in (select id from tickets where contact_id = ${prepared.arg("contactId")})
      and ${messageTable.fromMe} = 1`)
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(1).prepare()
);

/**
 * Whether the last that we wrote to somebody was marketing, whoever sent it, or asked whether they want no more, or said that
 * they get no more. What is said
 * in a ticket that somebody works on answers what was last said in it.
 */
export function wasMarketing(
  db: Read,
  { contact, connectionId }: Arrived,
  marks: readonly { messageId: number }[],
): boolean {
  const contactId = contact.id, isServed = ticketInProgress(db, contactId, connectionId) !== undefined;
  const [here] = isServed ? newestOwn(db, { contactId, connectionId }) : [];
  const last = here ?? newestAnywhere.one(db, { contactId });
  // The thread was deleted: nothing else is known to have been said.
  if (!last) return marks.length > 0;
  const { optOutQuestion, optOutText } = settingsOfCampaigns(db);
  const isOurs = last.userId === null && [optOutQuestion.trim(), optOutText.trim()].includes(last.body);
  return isOurs || marks.some(({ messageId }) => messageId === last.id);
}
