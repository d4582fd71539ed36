import { and, asc, eq, gt, inArray, isNotNull, or } from "drizzle-orm";
import { auditTable } from "../audit/table.ts";
import { campaignSendTable, campaignTable, recipientTable } from "../campaigns/table.ts";
import { contactListTable, listItemTable } from "../contact_lists/table.ts";
import { type ContactRow, extraInfoTable, identityTable } from "../contacts/table.ts";
import { editTable, mediaTable, messageTable, reactionTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import { optOutTable } from "../opt_outs/table.ts";
import type { Read } from "../platform/company.ts";
import { scheduleTable } from "../schedules/table.ts";
import { apiRequestTable } from "../send_api/table.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { webhookEventTable } from "../webhooks/table.ts";
import { knownAs } from "./addresses.ts";
import { aboutThem } from "./erase_everywhere.ts";

/** Messages are read so many at a time, and others have their turn in between. */
const PAGE = 500;

/** All that is known of a contact, but for the texts of messages, of which there may be very many. */
export function gather(db: Read, contact: ContactRow) {
  const { id } = contact, known = knownAs(db, contact), { numbers } = known;
  const tickets = db.select().from(ticketTable).where(eq(ticketTable.contactId, id)).orderBy(asc(ticketTable.id)).all();
  const recipients = db.select({ recipient: recipientTable, campaign: campaignTable.name }).from(recipientTable)
    .innerJoin(campaignTable, eq(campaignTable.id, recipientTable.campaignId))
    .where(or(eq(recipientTable.contactId, id), inArray(recipientTable.number, numbers))).all();
  const recipientIds = recipients.map(({ recipient }) => recipient.id);
  const user = { id: userTable.id, name: userTable.name };
  return {
    contact,
    addresses: db.select().from(identityTable).where(eq(identityTable.contactId, id)).all(),
    extraInfo: db.select().from(extraInfoTable).where(eq(extraInfoTable.contactId, id)).all(),
    tickets: tickets.map(({ bot: _, ...ticket }) => ticket),
    services: db.select().from(cycleTable).where(eq(cycleTable.contactId, id)).all(),
    notes: db.select({ note: noteTable, user }).from(noteTable).leftJoin(userTable, eq(userTable.id, noteTable.userId))
      .where(eq(noteTable.contactId, id)).all(),
    schedules: db.select().from(scheduleTable).where(eq(scheduleTable.contactId, id)).all(),
    lists: db.select({ item: listItemTable, list: contactListTable.name }).from(listItemTable)
      .innerJoin(contactListTable, eq(contactListTable.id, listItemTable.listId))
      .where(inArray(listItemTable.number, numbers)).all(),
    campaigns: recipients,
    campaignSends: db.select().from(campaignSendTable).where(inArray(campaignSendTable.recipientId, recipientIds))
      .all(),
    optOuts: db.select().from(optOutTable)
      .where(and(isNotNull(optOutTable.number), inArray(optOutTable.number, numbers))).all(),
    // Whose program it was, and from where, says something of others.
    requests: db.select().from(apiRequestTable).where(inArray(apiRequestTable.number, [...numbers, `${id}@contact`]))
      .all().map(({ at, kind, number, fileName, state, failure, draft, messageId }) => ({
        ...{ at, kind, number, fileName, state, failure, draft, messageId },
      })),
    toldToPrograms: db.select().from(webhookEventTable).where(eq(webhookEventTable.chat, `contact ${id}`)).all(),
    writtenInGroups: writtenInGroups(db, known.jids),
    audits: db.select({ at: auditTable.at, what: auditTable.what }).from(auditTable).where(
      aboutThem(db, contact, known),
    ).all(),
  };
}

function writtenInGroups(db: Read, jids: string[]) {
  const groups = db.select({ id: ticketTable.id }).from(ticketTable).where(eq(ticketTable.isGroup, true));
  return db.select().from(messageTable)
    .where(and(inArray(messageTable.ticketId, groups), inArray(messageTable.participant, jids))).all()
    .map(({ raw: _, ...message }) => message);
}

type MessageOf = Omit<typeof messageTable.$inferSelect, "raw"> & {
  media: typeof mediaTable.$inferSelect | null;
  edits: { body: string; at: number }[];
  reactions: { who: string; emoji: string; at: number }[];
};

/** Their messages, and ours to them, in the order of their ids, page by page. */
export async function* messagesOf(read: () => Read, contactId: number): AsyncGenerator<MessageOf[]> {
  for (let after = 0;;) {
    const page = pageAfter(read(), contactId, after);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)!.id;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function pageAfter(db: Read, contactId: number, after: number): MessageOf[] {
  const ids = db.select({ id: messageTable.id }).from(messageTable)
    .where(and(eq(messageTable.contactId, contactId), gt(messageTable.id, after))).orderBy(asc(messageTable.id))
    .limit(PAGE).all().map(({ id }) => id);
  const rows = db.select({ message: messageTable, media: mediaTable }).from(messageTable)
    .leftJoin(mediaTable, eq(mediaTable.messageId, messageTable.id)).where(inArray(messageTable.id, ids))
    .orderBy(asc(messageTable.id)).all();
  const edits = Map.groupBy(db.select().from(editTable).where(inArray(editTable.messageId, ids)).all(), byMessage);
  const reactions = Map.groupBy(
    db.select().from(reactionTable).where(inArray(reactionTable.messageId, ids)).all(),
    byMessage,
  );
  return rows.map(({ message: { raw: _, ...message }, media }) => ({
    ...message,
    media,
    edits: (edits.get(message.id) ?? []).map(({ body, at }) => ({ body, at })),
    reactions: (reactions.get(message.id) ?? []).map(({ who, emoji, at }) => ({ who, emoji, at })),
  }));
}

function byMessage({ messageId }: { messageId: number }): number {
  return messageId;
}
