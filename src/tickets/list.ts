import { and, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { startOfDay } from "../companies/companies.ts";
import { may, type Person } from "../contract/permissions.ts";
import type { Ticket, TicketQuery } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prefixQuery } from "../platform/full_text.ts";
import { selectTickets, ticketOf } from "./show.ts";
import { ticketTable } from "./table.ts";

export const TICKET_PAGE = 40;
/** Counting stops here: a badge says "99+" anyway, and counting on would slow down with every year of tickets. */
const COUNT_UP_TO = 100;

export type ListQuery = z.output<typeof TicketQuery>;

/** The SQL twin of maySeeTicket. */
export function whereVisible(person: Person): SQL | undefined {
  if (person.profile === "admin") return undefined;
  const own = and(isNull(ticketTable.queueId), eq(ticketTable.userId, person.id));
  return person.queueIds.length ? or(inArray(ticketTable.queueId, person.queueIds), own) : own;
}

/** A page of tickets, latest change first, of those the person may see (spec 1 §2.4, §4.2). */
export function listTickets(db: Read, person: Person, query: ListQuery, timeZone: string) {
  const where = and(whereVisible(person), ...whatIsAsked(person, query, timeZone));
  const rows = selectTickets(db).where(where).orderBy(desc(ticketTable.updatedAt))
    .limit(TICKET_PAGE + 1).offset((query.pageNumber - 1) * TICKET_PAGE).all();
  const tickets: Ticket[] = rows.slice(0, TICKET_PAGE).map(ticketOf);
  return { tickets, hasMore: rows.length > TICKET_PAGE, count: countUpTo(db, where) };
}

function whatIsAsked(person: Person, query: ListQuery, timeZone: string): (SQL | undefined)[] {
  const { status, isGroup, queueIds, users, date, updatedAt, searchParam } = query;
  const all = query.showAll && may(person, "tickets-manager:showall");
  return [
    status && eq(ticketTable.status, status),
    isGroup === undefined ? undefined : eq(ticketTable.isGroup, isGroup),
    all ? undefined : or(isNull(ticketTable.userId), eq(ticketTable.userId, person.id)),
    queueIds?.length ? inArray(ticketTable.queueId, queueIds) : undefined,
    users?.length ? inArray(ticketTable.userId, users) : undefined,
    query.withUnreadMessages ? gt(ticketTable.unreadMessages, 0) : undefined,
    ...(date ? within(ticketTable.createdAt, date, timeZone) : []),
    ...(updatedAt ? within(ticketTable.updatedAt, updatedAt, timeZone) : []),
    searchParam ? hasWords(searchParam) : undefined,
  ];
}

function within(
  column: typeof ticketTable.createdAt | typeof ticketTable.updatedAt,
  day: string,
  timeZone: string,
): SQL[] {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000).toISOString().slice(0, 10);
  return [gte(column, startOfDay(timeZone, day)), lt(column, startOfDay(timeZone, next))];
}

function hasWords(searchParam: string): SQL {
  const words = prefixQuery(searchParam);
  if (!words) return sql`0`;
  return or(
    inArray(ticketTable.contactId, sql`(select rowid from contact_search where contact_search match ${words})`),
    inArray(
      ticketTable.id,
      sql`(select ticket_id from messages where id in (select rowid from message_search where message_search match ${words} limit 2000))`,
    ),
  )!;
}

function countUpTo(db: Read, where: SQL | undefined): number {
  const some = db.select({ one: sql`1` }).from(ticketTable).where(where).limit(COUNT_UP_TO);
  return db.all<{ n: number }>(sql`select count(*) as n from (${some})`)[0]!.n;
}
