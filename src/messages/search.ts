import { eq, inArray, sql } from "drizzle-orm";
import { contactIdsFound, type ContactSearch, contactSearch } from "../contacts/find.ts";
import { contactTable } from "../contacts/table.ts";
import type { Person } from "../contract/permissions.ts";
import type { Hit } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { snippetOf } from "../platform/full_text.ts";
import { whereVisible } from "../tickets/list.ts";
import { selectTickets, ticketOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { messageTable } from "./table.ts";

export const HIT_PAGE = 20;
/** Of a word that thousands of messages have, only the newest this many are weighed. */
const WEIGHED = 1000;

/** Tickets whose contact, or one of whose messages, has all words: contacts first, then messages, best first. */
export function searchTickets(
  db: Read,
  person: Person,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const search = contactSearch(searchParam);
  if (!search) return { hits: [], hasMore: false };
  const offset = (pageNumber - 1) * HIT_PAGE;
  const wanted = offset + HIT_PAGE + 1;
  const byContact = ticketsOfContacts(db, person, search, wanted);
  const byMessage = byContact.length < wanted ? messagesWith(db, person, search.words, wanted - byContact.length) : [];
  const found = [...byContact.map((ticketId) => ({ ticketId, messageId: null, body: "" })), ...byMessage].slice(
    offset,
    wanted,
  );
  const page = found.slice(0, HIT_PAGE);
  const ids = page.map(({ ticketId }) => ticketId);
  const rows = ids.length ? selectTickets(db).where(inArray(ticketTable.id, ids)).all().map(ticketOf) : [];
  const tickets = new Map(rows.map((ticket) => [ticket.id, ticket]));
  const hits: Hit[] = page.map(({ ticketId, messageId, body }) => ({
    ticket: tickets.get(ticketId)!,
    messageId,
    snippet: body && snippetOf(body, searchParam),
  }));
  return { hits, hasMore: found.length > HIT_PAGE };
}

function ticketsOfContacts(db: Read, person: Person, search: ContactSearch, most: number): number[] {
  const found = sql`${contactTable.id} in (${contactIdsFound(search)} limit 500)`;
  const visible = whereVisible(person);
  return db.select({ id: ticketTable.id }).from(contactTable).innerJoin(
    ticketTable,
    eq(ticketTable.contactId, contactTable.id),
  )
    .where(visible ? sql`${found} and ${visible}` : found).orderBy(sql`${ticketTable.updatedAt} desc`).limit(most).all()
    .map(({ id }) => id);
}

function messagesWith(db: Read, person: Person, words: string, most: number) {
  const visible = whereVisible(person);
  const weighed =
    sql`(select rowid, rank from message_search where message_search match ${words} order by rowid desc limit ${WEIGHED})`;
  return db.all<{ ticketId: number; messageId: number; body: string }>(sql`
    select ${messageTable.ticketId} as "ticketId", ${messageTable.id} as "messageId", ${messageTable.body} as "body"
    from ${weighed} as found join ${messageTable} on ${messageTable.id} = found.rowid
    join ${ticketTable} on ${ticketTable.id} = ${messageTable.ticketId}
    where ${messageTable.isDeleted} = 0 ${visible ? sql`and ${visible}` : sql``}
    order by found.rank, found.rowid desc limit ${most}`);
}
