import { and, asc, desc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import type { Recipient, RecipientFilter } from "../contract/campaign_recipients.ts";
import { RecipientState } from "../contract/campaign_recipients.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { folded } from "../shared/folded.ts";
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

/** Which of a campaign's recipients are looked for. */
export interface Wanted {
  searchParam: string;
  filter?: RecipientFilter;
  /** Which of the messages they got, 1 to 5. */
  variant?: number;
}

/** A page of a campaign's recipients, the last changed first; found by all words of the search, or a run of digits. */
export function listRecipients(
  db: Read,
  campaignId: number,
  { pageNumber, ...wanted }: Wanted & { pageNumber: number },
) {
  const rows = recipientsPage(db, campaignId, wanted)
    .limit(RECIPIENT_PAGE + 1).offset((pageNumber - 1) * RECIPIENT_PAGE).all();
  return { records: rows.slice(0, RECIPIENT_PAGE).map(recipientOf), hasMore: rows.length > RECIPIENT_PAGE };
}

/** In the order in which the screen shows them. */
export function recipientsPage(db: Read, campaignId: number, wanted: Wanted) {
  return selectRecipients(db).where(and(eq(recipientTable.campaignId, campaignId), ...whereWanted(wanted)))
    .orderBy(desc(recipientTable.changedAt), desc(recipientTable.id));
}

/** The next of them by id, with their addresses, for a spreadsheet. */
export function exportRecipients(db: Read, campaignId: number, { after, ...wanted }: Wanted & { after: number }) {
  const rows = recipientsBehind(db, campaignId, { after, ...wanted }).limit(EXPORT_PAGE + 1).all();
  const records = rows.slice(0, EXPORT_PAGE).map((each) => ({ ...recipientOf(each), email: each.row.email }));
  return { records, hasMore: rows.length > EXPORT_PAGE };
}

/** Spelled out, not bound: only so does the partial index serve it. */
const BY_ID = sql`${recipientTable.id} > 0`;

/** In the order of their ids. */
export function recipientsBehind(db: Read, campaignId: number, { after, ...wanted }: Wanted & { after: number }) {
  return selectRecipients(db)
    .where(and(eq(recipientTable.campaignId, campaignId), BY_ID, gt(recipientTable.id, after), ...whereWanted(wanted)))
    .orderBy(asc(recipientTable.id));
}

function whereWanted({ searchParam, filter, variant }: Wanted): (SQL | undefined)[] {
  return [whereFilter(filter), variant ? eq(recipientTable.variant, variant) : undefined, ...foundBy(searchParam)];
}

function whereFilter(filter: RecipientFilter | undefined): SQL | undefined {
  if (filter === undefined) return undefined;
  if (filter === "delivered") return isNotNull(campaignSendTable.deliveredAt);
  if (filter === "read") return isNotNull(campaignSendTable.readAt);
  if (filter === "answered") return and(eq(recipientTable.state, "sent"), isNotNull(recipientTable.answeredAt));
  return eq(recipientTable.state, RecipientState.parse(filter));
}

/** As on the lists: a number is found however it is typed. */
function foundBy(searchParam: string): SQL[] {
  const holds = (part: string) => sql`instr(${recipientTable.search}, ${part}) > 0`;
  const digits = searchParam.replace(/[\s()+.-]/g, "");
  if (/^\d{3,}$/.test(digits)) return [holds(digits)];
  return folded(searchParam).split(/\s+/).filter(Boolean).map(holds);
}

/** The first rows as old clients read them (spec 3 §3, shipping); the counts beside them say how many there are. */
export function firstShipping(db: Read, campaignId: number) {
  return selectRecipients(db).where(and(eq(recipientTable.campaignId, campaignId), BY_ID)).orderBy(
    asc(recipientTable.id),
  ).limit(
    100,
  )
    .all().map(({ row: { id, askedAt, confirmedAt }, deliveredAt }) => ({
      id,
      deliveredAt: perhaps(deliveredAt),
      confirmationRequestedAt: perhaps(askedAt),
      confirmedAt: perhaps(confirmedAt),
    }));
}
