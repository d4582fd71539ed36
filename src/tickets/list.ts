import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { contactSearch, HOT_CONTACT_IDS } from "../contacts/find.ts";
import { may, type Person } from "../contract/permissions.ts";
import type { Ticket, TicketQuery } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prepared, preparedByShape } from "../platform/prepared.ts";
import { Written } from "../platform/json_in_sql.ts";
import { newestFound, type TextIndex } from "../platform/newest_found.ts";
import { inOneText } from "../platform/packed.ts";
import { dayAfter, startOfDay } from "../shared/clock.ts";
import { selectTickets, ticketsOf } from "./show.ts";
import { ticketTable } from "./table.ts";
import { writeTickets } from "./write_pages.ts";

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

/** The same for a prepared statement, whose arguments `me` and `myQueues` (JSON) are of the person. */
export function visibleTo({ isAdmin }: { isAdmin: boolean }): SQL | undefined {
  if (isAdmin) return undefined;
  const { queueId, userId } = ticketTable;
  return or(inArray(queueId, prepared.list("myQueues")), and(isNull(queueId), eq(userId, prepared.arg("me"))));
}

export interface TicketPage {
  tickets: Ticket[];
  hasMore: boolean;
  count: number;
}

/** A row of `page`. */
interface Page {
  /** Objects, separated by commas. */
  rows: string | null;
  count: number;
}

/** Which conditions a list has; their values are arguments, so that each shape is built once. */
interface Shape {
  isAdmin: boolean;
  isMine: boolean;
  status: boolean;
  isGroup: boolean | undefined;
  queueIds: boolean;
  users: boolean;
  tags: boolean;
  unread: boolean;
  byWait: boolean;
  date: boolean;
  updatedAt: boolean;
}

/** The tickets of a page as they are answered, and how many there are up to a number. */
const page = preparedByShape((db, shape: Shape) => {
  const tickets = writeTickets(db).where(conditions(shape)).orderBy(...inOrder(shape)).limit(TICKET_PAGE)
    .offset(prepared.arg("offset")).as("page");
  const some = db.select({ id: ticketTable.id }).from(ticketTable).where(conditions(shape))
    .limit(prepared.arg("countUpTo")).as("some");
  const count = sql<number>`(select count(*) from ${some})`;
  return db.select({ rows: sql<string | null>`group_concat("row")`, count }).from(tickets).prepare();
});
/** With a search: which tickets it has found, and how many there are in all, in one go. */
const foundPage = preparedByShape((db, shape: Shape) =>
  db.select({ id: sql<number>`tickets.id`, all: sql<number>`count(*) over ()` }).from(FOUND).where(conditions(shape))
    .orderBy(...inOrder(shape)).limit(TICKET_PAGE + 1).offset(prepared.arg("offset")).prepare()
);
/** A word that so many contacts have is soon found among the newest of a status; so many of those are looked at. */
const FREQUENT = 1000, NEWEST = 2500;
const isFrequent = prepared((db) =>
  db.select({ count: sql<number>`count(*)` }).from(
    sql`(select 1 from contact_search where contact_search match ${prepared.arg("words")} limit ${FREQUENT})`,
  ).prepare()
);
/**
 * The first of those found, among the newest: all that are found need not be put in order for them. No more than the newest
 * are gone through, however few of them pass the other conditions.
 */
const newestPage = preparedByShape((db, shape: Shape) => {
  const newest = sql`(select * from tickets where status = ${prepared.arg("status")}
    order by updated_at desc, id limit ${NEWEST}) as tickets`;
  const isFound = sql`(tickets.contact_id in (${HOT_CONTACT_IDS}) or tickets.id in (${SAID}))`;
  return db.select({ id: sql<number>`tickets.id` }).from(newest).where(and(conditions(shape), isFound))
    .limit(COUNT_UP_TO).prepare();
});
const joinByIds = prepared((db) =>
  inOneText(db, selectTickets(db).where(inArray(ticketTable.id, prepared.list("ids"))).as("page")).prepare()
);
/** A page of tickets, latest change first, of those the person may see (spec 1 §2.4, §4.2). */
export function listTickets(
  db: Read,
  person: Person,
  query: ListQuery,
  timeZone: () => string,
): Written<TicketPage> {
  const search = contactSearch(query.searchParam);
  if (query.searchParam && !search) return Written.of({ tickets: [], hasMore: false, count: 0 });
  const shape: Shape = {
    isAdmin: person.profile === "admin",
    isMine: !(query.showAll && may(person, "tickets-manager:showall")),
    status: query.status !== undefined,
    isGroup: query.isGroup,
    queueIds: Boolean(query.queueIds?.length),
    users: Boolean(query.users?.length),
    tags: Boolean(query.tags?.length),
    unread: query.withUnreadMessages,
    byWait: query.order === "wait",
    date: query.date !== undefined,
    updatedAt: query.updatedAt !== undefined,
  };
  const values = {
    me: person.id,
    myQueues: JSON.stringify(person.queueIds),
    status: query.status,
    queueIds: JSON.stringify(query.queueIds ?? []),
    users: JSON.stringify(query.users ?? []),
    tags: JSON.stringify([...new Set(query.tags)]),
    ...dayOf("created", query.date, timeZone),
    ...dayOf("updated", query.updatedAt, timeZone),
    ...search,
    offset: (query.pageNumber - 1) * TICKET_PAGE,
  };
  if (search) {
    const said = JSON.stringify(newestSaying(db, query.searchParam!));
    return Written.of(foundTickets(db, shape, { ...values, said }));
  }
  const seen = values.offset + TICKET_PAGE;
  const [{ rows, count }] = page(db, shape, { ...values, countUpTo: Math.max(COUNT_UP_TO, seen + 1) }) as [Page];
  return new Written(
    `{"tickets":[${rows ?? ""}],"hasMore":${count > seen},"count":${Math.min(count, COUNT_UP_TO)}}`,
  );
}

function foundTickets(db: Read, shape: Shape, values: Record<string, unknown>): TicketPage {
  const newest = newestFoundOf(db, shape, values);
  if (newest) return { tickets: inTheirOrder(db, newest.slice(0, TICKET_PAGE)), hasMore: true, count: COUNT_UP_TO };
  const found = foundPage(db, shape, values);
  return {
    tickets: inTheirOrder(db, found.slice(0, TICKET_PAGE)),
    hasMore: found.length > TICKET_PAGE,
    // Of a page beyond the last, which has no row to say it.
    count: Math.min(found[0]?.all ?? foundPage(db, shape, { ...values, offset: 0 })[0]?.all ?? 0, COUNT_UP_TO),
  };
}

/** As many of the newest as are counted at most, where a frequent word has so many among them. */
function newestFoundOf(db: Read, shape: Shape, values: Record<string, unknown>): { id: number }[] | undefined {
  if (values.offset !== 0 || !shape.status || shape.byWait) return undefined;
  if (isFrequent.one(db, values)!.count < FREQUENT) return undefined;
  const found = newestPage(db, shape, values);
  return found.length === COUNT_UP_TO ? found : undefined;
}

function inTheirOrder(db: Read, found: { id: number }[]): Ticket[] {
  const ids = JSON.stringify(found.map(({ id }) => id));
  const tickets = new Map(ticketsOf(joinByIds(db, { ids })).map((each) => [each.id, each]));
  return found.map(({ id }) => tickets.get(id)!);
}

function inOrder({ byWait }: Shape): SQL[] {
  // Tickets of the same moment stand on the same pages every time, in the order in which the indexes hold them.
  return [byWait ? BY_WAIT : desc(ticketTable.updatedAt), asc(ticketTable.id)];
}

function conditions(shape: Shape): SQL | undefined {
  const { isGroup, userId, queueId, createdAt, updatedAt } = ticketTable;
  return and(
    visibleTo(shape),
    shape.isMine ? or(isNull(userId), eq(userId, prepared.arg("me"))) : undefined,
    shape.status ? hasStatus(shape) : undefined,
    // Spelled out: as an argument it would be weighed against the partial indexes anew each time.
    shape.isGroup === undefined ? undefined : sql`${isGroup} = ${sql.raw(shape.isGroup ? "1" : "0")}`,
    // A queue has a good part of all: a page of it is soon found among the latest, and sorting it takes ever longer.
    shape.queueIds ? sql`+${queueId} in ${prepared.list("queueIds")}` : undefined,
    shape.users ? inArray(userId, prepared.list("users")) : undefined,
    shape.tags ? inArray(ticketTable.id, HAS_TAGS) : undefined,
    shape.unread ? CALLING : undefined,
    shape.byWait ? IN_PROGRESS : undefined,
    shape.date ? and(gte(createdAt, prepared.arg("createdFrom")), lt(createdAt, prepared.arg("createdTo"))) : undefined,
    shape.updatedAt
      ? and(gte(updatedAt, prepared.arg("updatedFrom")), lt(updatedAt, prepared.arg("updatedTo")))
      : undefined,
  );
}

// Spelled out as in the partial indexes, which serve only what they can see in the words themselves.
export const CALLING = sql`(${ticketTable.unreadMessages} > 0 or ${ticketTable.handedAt} is not null)`;
export const IN_PROGRESS = sql`${ticketTable.status} <> 'closed'`;
export const BY_WAIT = sql`case when ${ticketTable.handedAt} is null
  then coalesce(${ticketTable.waitingSince}, ${ticketTable.unansweredSince}, 9000000000000000 - ${ticketTable.updatedAt})
  else -${ticketTable.handedAt} end`;

/** With tags, few tickets are left: the plus keeps SQLite from walking through all of a status to find them. */
function hasStatus({ tags }: Shape): SQL {
  const { status } = ticketTable;
  return tags ? sql`+${status} = ${prepared.arg("status")}` : eq(status, prepared.arg("status"));
}

function dayOf(name: string, day: string | undefined, timeZone: () => string): Record<string, number> {
  if (!day) return {};
  const zone = timeZone();
  return { [`${name}From`]: startOfDay(zone, day), [`${name}To`]: startOfDay(zone, dayAfter(day)) };
}

/** The tickets that carry every one of the tags. */
const HAS_TAGS = sql`(select ticket_id from ticket_tags where tag_id in ${prepared.list("tags")}
  group by ticket_id having count(*) = json_array_length(${prepared.arg("tags")}))`;

/** How messages are found by their words. */
export const MESSAGE_INDEX: TextIndex = { index: "message_search", table: "messages", id: "id", column: "body" };
/** So many of a word's messages, the newest, are looked at for their tickets. */
const LOOKED_AT = 1000;

function newestSaying(db: Read, text: string): number[] {
  return [...newestFound(db, { of: MESSAGE_INDEX, text, most: LOOKED_AT })].flatMap(({ ids }) => ids);
}

const SAID = sql`select ticket_id from messages where id in ${prepared.list("said")}`;
/**
 * The tickets of the contacts that a search has found, and of the messages, beside their rows: those found are few, so
 * they are gone through one by one, whatever index the other conditions have.
 */
const FOUND = sql`(
  select id as found_id from tickets where contact_id in (${HOT_CONTACT_IDS})
  union ${SAID}
) as found cross join tickets on tickets.id = found.found_id`;
