import { milliseconds } from "date-fns/milliseconds";
import { sql } from "drizzle-orm";
import { setImmediate } from "node:timers/promises";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { hourIn } from "../shared/clock.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";
import type { DaySpan } from "./period.ts";

/** Where and whose; 0 = no queue, nobody; null = all. */
export type Place = { queueId: number | null; userId: number | null };

/** Services that ended, and what their times add up to (ms). */
export interface Sums {
  finished: number;
  support: number;
  supported: number;
  wait: number;
  waited: number;
}

export type PlaceSums = Sums & { queueId: number | null; userId: number | null; rating: number; rated: number };

/** Days that are added up in one go: other work comes in between. */
const SLICE = 31;

/** Runs a query for a month of days at a time, letting others have their turn between. */
export async function inSlices<Row>(spans: DaySpan[], query: (spans: DaySpan[]) => Row[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < spans.length; from += SLICE) {
    rows.push(...query(spans.slice(from, from + SLICE)));
    await setImmediate();
  }
  return rows;
}

const { closedAt, queueId, userId, queuedAt, startedAt, rating } = cycleTable;

const SUMS = {
  finished: sql<number>`count(*)`,
  support: sql<number>`total(${closedAt} - ${startedAt})`,
  supported: sql<number>`count(${startedAt})`,
  wait: sql<number>`total(max(${startedAt} - ${queuedAt}, 0))`,
  waited: sql<number>`count(${startedAt} - ${queuedAt})`,
};

const inPlace = sql`(${prepared.arg("queueId")} is null or ifnull(${queueId}, 0) = ${prepared.arg("queueId")})
  and (${prepared.arg("userId")} is null or ifnull(${userId}, 0) = ${prepared.arg("userId")})`;

/** Each day is one stretch of the index; `cross` keeps SQLite from turning that round. */
const byDay = prepared((db) =>
  db.select({ nth: sql<number>`span.key`, finished: SUMS.finished }).from(
    sql`json_each(${prepared.arg("spans")}) span cross join ${cycleTable}`,
  ).where(
    sql`${closedAt} >= span.value ->> 0 and ${closedAt} < span.value ->> 1 and ${inPlace}`,
  ).groupBy(sql`span.key`).prepare()
);

const byPlace = prepared((db) =>
  db.select({
    queueId,
    userId,
    ...SUMS,
    rating: sql<number>`total(${rating})`,
    rated: sql<number>`count(${rating})`,
  }).from(cycleTable).where(
    sql`${closedAt} >= ${prepared.arg("start")} and ${closedAt} < ${prepared.arg("end")} and ${inPlace}`,
  ).groupBy(queueId, userId).prepare()
);

/** How many services ended on each day; days on which none did are left out. */
export async function finishedByDay(db: Read, spans: DaySpan[], place: Place): Promise<Map<string, number>> {
  const days = await inSlices(spans, (slice) => {
    const bounds = JSON.stringify(slice.map(({ start, end }) => [start, end]));
    return byDay(db, { spans: bounds, ...place }).map(({ nth, finished }) => [slice[nth]!.date, finished] as const);
  });
  return new Map(days);
}

/** What ended in each queue by each attendant; the same pair may come more than once. */
export async function sumsByPlace(db: Read, spans: DaySpan[], place: Place): Promise<PlaceSums[]> {
  return await inSlices(spans, (slice) => byPlace(db, { start: slice[0]!.start, end: slice.at(-1)!.end, ...place }));
}

/** A contact's first ticket: no other of theirs began earlier. */
export const IS_FIRST = sql`${ticketTable.isGroup} = 0 and not exists (
  select 1 from tickets earlier where earlier.contact_id = ${ticketTable.contactId}
    and (earlier.created_at, earlier.id) < (${ticketTable.createdAt}, ${ticketTable.id}))`;

export const TICKET_IN_PLACE = sql`(${prepared.arg("queueId")} is null or ifnull(${ticketTable.queueId}, 0) = ${
  prepared.arg("queueId")
})
  and (${prepared.arg("userId")} is null or ifnull(${ticketTable.userId}, 0) = ${prepared.arg("userId")})`;

const firstOnes = prepared((db) =>
  db.select({ n: sql<number>`count(*)` }).from(ticketTable).where(
    sql`${ticketTable.createdAt} >= ${prepared.arg("start")} and ${ticketTable.createdAt} < ${prepared.arg("end")}
      and ${IS_FIRST} and ${TICKET_IN_PLACE}`,
  ).prepare()
);

/** Contacts whose first ticket began in these days. */
export async function countLeads(db: Read, spans: DaySpan[], place: Place): Promise<number> {
  const counts = await inSlices(
    spans,
    (slice) => firstOnes(db, { start: slice[0]!.start, end: slice.at(-1)!.end, ...place }),
  );
  return counts.reduce((sum, { n }) => sum + n, 0);
}

/** Spelled `<> 'closed'`, so that the index of what is in progress serves it. */
const inProgress = prepared((db) =>
  db.select({ queueId: ticketTable.queueId, status: ticketTable.status, n: sql<number>`count(*)` }).from(ticketTable)
    .where(sql`${ticketTable.status} <> 'closed' and ${TICKET_IN_PLACE}`)
    .groupBy(ticketTable.queueId, ticketTable.status).prepare()
);

/** What waits and what is being served now, by queue. */
export function liveCounts(db: Read, place: Place): { queueId: number | null; status: string; n: number }[] {
  return inProgress(db, { ...place });
}

/** In ms: clocks are set off from each other by quarters of an hour at the finest. */
export const QUARTER = milliseconds({ minutes: 15 });

const quarters = prepared((db) =>
  db.select({ quarter: sql<number>`${ticketTable.createdAt} / ${sql.raw(String(QUARTER))}`, n: sql<number>`count(*)` })
    .from(ticketTable)
    .where(
      sql`${ticketTable.createdAt} >= ${prepared.arg("start")} and ${ticketTable.createdAt} < ${prepared.arg("end")}
      and ${TICKET_IN_PLACE}`,
    )
    .groupBy(sql`1`).prepare()
);

/** Tickets that were created in each hour of a day, as its clocks show it. */
export function createdByHour(db: Read, { start, end }: DaySpan, timeZone: string, place: Place): number[] {
  const hours = Array<number>(24).fill(0);
  for (const { quarter, n } of quarters(db, { start, end, ...place })) {
    hours[hourIn(timeZone, quarter * QUARTER)]! += n;
  }
  return hours;
}
