import { and, eq, inArray, sql } from "drizzle-orm";
import { contactIdsFound, type ContactSearch, contactSearch } from "../contacts/find.ts";
import { contactTable } from "../contacts/table.ts";
import type { Person } from "../contract/permissions.ts";
import type { Hit } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prepared, preparedByShape } from "../platform/prepared.ts";
import { snippetOf } from "../platform/full_text.ts";
import { newestFound } from "../platform/newest_found.ts";
import { MESSAGE_INDEX, visibleTo, whereVisible } from "../tickets/list.ts";
import { selectTickets, ticketOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";

export const HIT_PAGE = 20;
/** So many of a word's messages, the newest, are looked at for one page: most may be nobody's who asks. */
const LOOKED_AT = 20_000;

/**
 * Tickets whose contact, or one of whose messages, has all words: contacts first, then messages, newest first. Who serves
 * looks for what was said lately, and how often a short line has a word says nothing about that.
 */
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
  const byMessage = byContact.length < wanted ? messagesWith(db, person, searchParam, wanted - byContact.length) : [];
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

function messagesWith(db: Read, person: Person, text: string, most: number): FoundMessage[] {
  const shape = { isAdmin: person.profile === "admin" }, found: FoundMessage[] = [];
  const values = { me: person.id, myQueues: JSON.stringify(person.queueIds) };
  for (const { ids } of newestFound(db, { of: MESSAGE_INDEX, text, most: LOOKED_AT })) {
    found.push(...visibleOf(db, shape, { ...values, ids: JSON.stringify(ids), most: most - found.length }));
    if (found.length === most) break;
  }
  return found;
}

interface FoundMessage {
  ticketId: number;
  messageId: number;
  body: string;
}

/** Those of the messages, in their order, that the person may see. */
const visibleOf = preparedByShape((db, { isAdmin }: { isAdmin: boolean }) =>
  db.select({
    ticketId: sql<number>`messages.ticket_id`,
    messageId: sql<number>`messages.id`,
    body: sql<string>`messages.body`,
  })
    .from(sql`json_each(${prepared.arg("ids")}) as found cross join messages on messages.id = found.value
      cross join tickets on tickets.id = messages.ticket_id`)
    .where(and(sql`messages.is_deleted = 0`, visibleTo({ isAdmin }))).limit(prepared.arg("most")).prepare()
);
