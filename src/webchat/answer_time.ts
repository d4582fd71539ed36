import { milliseconds } from "date-fns/milliseconds";
import { sql } from "drizzle-orm";
import { companyRow } from "../companies/companies.ts";
import type { Company, Read } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companySchedules, holidayDates } from "../settings/hours.ts";
import { setting } from "../settings/settings.ts";
import { isOpen } from "../shared/opening_hours.ts";

/** So far back (ms) conversations count, so many of them at most, and so few are too few to say anything. */
const LATELY = milliseconds({ days: 7 }), MOST = 200, FEWEST = 5;
/** What is longer (ms) is promised to nobody. */
const LONGEST = milliseconds({ hours: 1 });
/** For so long (ms) what was counted counts. */
const KEPT = milliseconds({ minutes: 10 });

const known = new WeakMap<Company, Map<number, { at: number; minutes: number | null }>>();

/**
 * In how many minutes people of the company usually give a web chat's first answer: the median of the last days. Nothing
 * where there are too few to say, where it takes long, and while the company is closed.
 */
export function answersIn(tenants: Tenants, company: Company, connectionId: number, now: number): number | null {
  if (isShut(tenants, company, now)) return null;
  const own = known.get(company) ?? new Map<number, { at: number; minutes: number | null }>();
  known.set(company, own);
  const had = own.get(connectionId);
  if (had && Math.abs(now - had.at) < KEPT) return had.minutes;
  const minutes = medianOf(firstAnswers(company.read, connectionId, now - LATELY));
  own.set(connectionId, { at: now, minutes });
  return minutes;
}

function isShut(tenants: Tenants, { id, read }: Company, now: number): boolean {
  if (setting(read, "scheduleType") !== "company") return false;
  const { timeZone } = companyRow(tenants, id)!;
  return !isOpen({ schedules: companySchedules(read), holidays: holidayDates(read), timeZone }, now);
}

/** How long (ms) each conversation's first words waited for a person's. */
function firstAnswers(db: Read, connectionId: number, since: number): number[] {
  return db.all<{ waited: number }>(sql`
    select answered - asked as waited from (
      select (select min(created_at) from messages where ticket_id = recent.id and from_me = 0) as asked,
        (select min(created_at) from messages where ticket_id = recent.id and from_me = 1 and user_id is not null) as answered
      from (select id from tickets where connection_id = ${connectionId} and created_at > ${since}
        order by created_at desc limit ${MOST}) recent
    ) where answered > asked`).map(({ waited }) => waited);
}

function medianOf(waits: number[]): number | null {
  if (waits.length < FEWEST) return null;
  const median = waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)]!;
  return median > LONGEST ? null : Math.max(1, Math.round(median / milliseconds({ minutes: 1 })));
}
