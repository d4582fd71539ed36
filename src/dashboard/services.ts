import { differenceInMinutes } from "date-fns/differenceInMinutes";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { contactTable } from "../contacts/table.ts";
import type { Behind, Service, SERVICE_SORTS } from "../contract/dashboard.ts";
import type { Read } from "../platform/company.ts";
import { inDictionary, sortedBy } from "../platform/sorted.ts";
import { queueTable } from "../queues/table.ts";
import { hourIn } from "../shared/clock.ts";
import type { Order } from "../shared/order.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import type { DaySpan, Period } from "./period.ts";
import { IS_FIRST, type Place, QUARTER } from "./sums.ts";

export const SERVICE_PAGE = 20;
/** Lines of a spreadsheet that travel at once. */
export const EXPORT_PAGE = 1000;

interface Asked {
  of: Behind;
  /** Of today, 0 to 23. */
  hour?: number;
  place: Place;
  timeZone: string;
  pageNumber: number;
  pageSize: number;
  sort?: Sort;
  order?: Order;
}

type Sort = typeof SERVICE_SORTS[number];

/** A page of the tickets, or services, behind a number of the dashboard; newest first unless sorted otherwise. */
export function servicesBehind(db: Read, period: Period, asked: Asked): { services: Service[]; hasMore: boolean } {
  const { pageNumber, pageSize } = asked;
  const ofTickets = ["pending", "happening", "leads", "created"].includes(asked.of);
  const select = ofTickets ? ticketsBehind(db, period, asked) : cyclesBehind(db, period, asked);
  const rows = select.limit(pageSize + 1).offset((pageNumber - 1) * pageSize).all();
  return { services: rows.slice(0, pageSize).map(serviceOf), hasMore: rows.length > pageSize };
}

const NAMES = {
  uuid: ticketTable.uuid,
  ticketId: ticketTable.id,
  status: ticketTable.status,
  contact: { id: contactTable.id, name: contactTable.name, number: contactTable.number },
  user: { id: userTable.id, name: userTable.name },
  queue: { id: queueTable.id, name: queueTable.name, color: queueTable.color },
};

function cyclesBehind(db: Read, { days }: Period, { of, place, sort, order }: Asked) {
  const { id, begunAt, queuedAt, startedAt, closedAt, rating } = cycleTable;
  const only = {
    support: sql`${startedAt} is not null`,
    wait: sql`${startedAt} is not null and ${queuedAt} is not null`,
    rated: sql`${rating} is not null`,
  }[of as string];
  return db.select({ ...NAMES, id, begunAt, queuedAt, startedAt, closedAt, rating }).from(cycleTable)
    .innerJoin(ticketTable, eq(ticketTable.id, cycleTable.ticketId))
    .innerJoin(contactTable, eq(contactTable.id, cycleTable.contactId))
    .leftJoin(userTable, eq(userTable.id, cycleTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, cycleTable.queueId))
    .where(and(within(closedAt, days), inPlace(cycleTable, place), only))
    .orderBy(...sort ? sortedBy(sortsOf(cycleTable, closedAt, rating)[sort], id, order) : [desc(closedAt), desc(id)])
    .$dynamic();
}

function ticketsBehind(db: Read, { days, today }: Period, { of, hour, place, timeZone, sort, order }: Asked) {
  const { id, begunAt, createdAt, queuedAt, startedAt, closedAt, status } = ticketTable;
  const only = {
    pending: sql`${status} <> 'closed' and ${status} = 'pending'`,
    happening: sql`${status} <> 'closed' and ${status} = 'open'`,
    leads: and(within(createdAt, days), IS_FIRST),
    created: and(...hour === undefined ? [within(createdAt, [today])] : ofHour(createdAt, today, timeZone, hour)),
  }[of as string];
  const begun = sql<number>`ifnull(${begunAt}, ${createdAt})`;
  const when = of === "pending" || of === "happening" ? sql`ifnull(${closedAt}, ${begun})` : begun;
  return db.select({
    ...NAMES,
    id,
    begunAt: begun,
    queuedAt,
    startedAt,
    closedAt,
    rating: sql<number | null>`null`,
  }).from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
    .where(and(only, inPlace(ticketTable, place)))
    .orderBy(...sort ? sortedBy(sortsOf(ticketTable, when, null)[sort], id, order) : [desc(createdAt), desc(id)])
    .$dynamic();
}

/** What the columns of the list show, as far as it has an order. */
function sortsOf(table: typeof cycleTable | typeof ticketTable, when: SQL | SQLiteColumn, rating: SQLiteColumn | null) {
  const { queuedAt, startedAt, closedAt } = table;
  return {
    contact: inDictionary("contacts.name"),
    user: inDictionary("users.name"),
    queue: inDictionary("queues.name"),
    when,
    wait: sql`${startedAt} - ${queuedAt}`,
    support: sql`${closedAt} - ${startedAt}`,
    rating: rating ?? sql`null`,
  } satisfies Record<Sort, SQL | SQLiteColumn>;
}

function within(column: typeof ticketTable.createdAt | typeof cycleTable.closedAt, days: DaySpan[]): SQL {
  return sql`${column} >= ${days[0]!.start} and ${column} < ${days.at(-1)!.end}`;
}

/** An hour of the clock: on the day that clocks are set back it comes twice. */
function ofHour(column: typeof ticketTable.createdAt, day: DaySpan, timeZone: string, hour: number): SQL[] {
  const quarters: DaySpan[] = [];
  for (let at = day.start; at < day.end; at += QUARTER) {
    if (hourIn(timeZone, at) === hour) quarters.push({ date: day.date, start: at, end: at + QUARTER });
  }
  if (quarters.length === 0) return [sql`0`];
  const each = quarters.map(({ start, end }) => sql`(${column} >= ${start} and ${column} < ${end})`);
  return [within(column, quarters), sql`(${sql.join(each, sql` or `)})`];
}

function inPlace(table: typeof ticketTable | typeof cycleTable, { queueId, userId }: Place): SQL | undefined {
  return and(
    queueId === null ? undefined : sql`ifnull(${table.queueId}, 0) = ${queueId}`,
    userId === null ? undefined : sql`ifnull(${table.userId}, 0) = ${userId}`,
  );
}

type Row = Omit<ReturnType<ReturnType<typeof cyclesBehind>["all"]>[number], "closedAt"> & { closedAt: number | null };

function serviceOf({ begunAt, queuedAt, startedAt, closedAt, ...row }: Row): Service {
  return {
    ...row,
    begunAt: new Date(begunAt).toISOString(),
    closedAt: closedAt ? new Date(closedAt).toISOString() : null,
    wait: startedAt !== null && queuedAt !== null ? Math.max(minutes(queuedAt, startedAt), 0) : null,
    support: startedAt !== null && closedAt ? minutes(startedAt, closedAt) : null,
  };
}

function minutes(from: number, to: number): number {
  return differenceInMinutes(to, from, { roundingMethod: "round" });
}
