import { and, asc, desc, eq, gt, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import type { Recipient, RecipientFilter } from "../contract/campaign_recipients.ts";
import { RecipientState } from "../contract/campaign_recipients.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { ticketTable } from "../tickets/table.ts";
import { campaignSendTable, type RecipientRow, recipientTable } from "./table.ts";

export const RECIPIENT_PAGE = 40;
export const EXPORT_PAGE = 1000;

function selectRecipients(db: Read) {
  return db.select({
    row: recipientTable,
    connection: { id: connectionTable.id, name: connectionTable.name },
    ticket: { id: ticketTable.id, uuid: ticketTable.uuid },
    deliveredAt: campaignSendTable.deliveredAt,
    readAt: campaignSendTable.readAt,
  }).from(recipientTable)
    .leftJoin(connectionTable, eq(connectionTable.id, recipientTable.connectionId))
    .leftJoin(ticketTable, eq(ticketTable.id, recipientTable.ticketId))
    .leftJoin(
      campaignSendTable,
      and(eq(campaignSendTable.recipientId, recipientTable.id), eq(campaignSendTable.step, 1)),
    );
}

type Selected = ReturnType<ReturnType<typeof selectRecipients>["all"]>[number];

export function recipientOf({ row, connection, ticket, deliveredAt, readAt }: Selected): Recipient {
  const { id, name, number, state, reason, variant, answer } = row;
  return {
    ...{ id, name, number, state, reason, variant, answer, connection, ticket },
    ...momentsOf(row),
    deliveredAt: perhaps(deliveredAt),
    readAt: perhaps(readAt),
    changedAt: momentOf(row.changedAt),
  };
}

function momentsOf({ askedAt, confirmedAt, sentAt, answeredAt, nextAt }: RecipientRow) {
  return {
    askedAt: perhaps(askedAt),
    confirmedAt: perhaps(confirmedAt),
    sentAt: perhaps(sentAt),
    answeredAt: perhaps(answeredAt),
    nextAt: perhaps(nextAt),
  };
}

function perhaps(at: number | null): string | null {
  return at === null ? null : momentOf(at);
}

export interface Asked {
  searchParam: string;
  filter?: RecipientFilter;
  variant?: number;
  pageNumber: number;
}

/** A page of a campaign's recipients, the last changed first; found by a part of the name or any three digits. */
export function listRecipients(db: Read, campaignId: number, { searchParam, filter, variant, pageNumber }: Asked) {
  const rows = selectRecipients(db)
    .where(and(
      eq(recipientTable.campaignId, campaignId),
      whereFilter(filter),
      variant ? eq(recipientTable.variant, variant) : undefined,
      whereFound(searchParam),
    ))
    .orderBy(desc(recipientTable.changedAt), desc(recipientTable.id))
    .limit(RECIPIENT_PAGE + 1).offset((pageNumber - 1) * RECIPIENT_PAGE).all();
  return { records: rows.slice(0, RECIPIENT_PAGE).map(recipientOf), hasMore: rows.length > RECIPIENT_PAGE };
}

/** The next of them by id, with their addresses, for a spreadsheet. */
export function exportRecipients(
  db: Read,
  campaignId: number,
  { after, filter }: { after: number; filter?: RecipientFilter },
) {
  const rows = selectRecipients(db)
    .where(and(eq(recipientTable.campaignId, campaignId), gt(recipientTable.id, after), whereFilter(filter)))
    .orderBy(asc(recipientTable.id)).limit(EXPORT_PAGE + 1).all();
  const records = rows.slice(0, EXPORT_PAGE).map((each) => ({ ...recipientOf(each), email: each.row.email }));
  return { records, hasMore: rows.length > EXPORT_PAGE };
}

function whereFilter(filter: RecipientFilter | undefined): SQL | undefined {
  if (filter === undefined) return undefined;
  if (filter === "delivered") return isNotNull(campaignSendTable.deliveredAt);
  if (filter === "read") return isNotNull(campaignSendTable.readAt);
  if (filter === "answered") return and(eq(recipientTable.state, "sent"), isNotNull(recipientTable.answeredAt));
  return eq(recipientTable.state, RecipientState.parse(filter));
}

function whereFound(searchParam: string): SQL | undefined {
  if (searchParam === "") return undefined;
  const digits = searchParam.replace(/\D/g, "");
  const byName = sql`instr(lower(${recipientTable.name}), ${searchParam}) > 0`;
  return digits.length < 3 ? byName : or(byName, sql`instr(${recipientTable.number}, ${digits}) > 0`);
}

/** The first rows as old clients read them (spec 3 §3, shipping); the counts beside them say how many there are. */
export function firstShipping(db: Read, campaignId: number) {
  return selectRecipients(db).where(eq(recipientTable.campaignId, campaignId)).orderBy(asc(recipientTable.id)).limit(
    100,
  )
    .all().map(({ row: { id, askedAt, confirmedAt }, deliveredAt }) => ({
      id,
      deliveredAt: perhaps(deliveredAt),
      confirmationRequestedAt: perhaps(askedAt),
      confirmedAt: perhaps(confirmedAt),
    }));
}
