import { and, desc, eq, isNotNull, lte } from "drizzle-orm";
import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { maySeeTicket } from "../contract/permissions.ts";
import type { Company, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Tenants } from "../platform/tenants.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { ticketTable } from "../tickets/table.ts";
import { devicesOf, type Told } from "./devices.ts";
import { isAtWork } from "./hours.ts";
import { putPush } from "./put.ts";
import { pushTable } from "./table.ts";
import { waitingTag } from "./witness.ts";

/** Companies in which nobody waited, and how much had been written to them by then: until more is, nobody does. */
const empty = new WeakMap<Company, number>();

/** Puts what has waited for too long in somebody's queues on its way to those who want to be told of it, each once. */
export function tellWaiting(tenants: Tenants, company: Company, timeZone: () => string, now: number): void {
  const devices = devicesOf(tenants, company).filter(({ choices }) => choices.kinds.includes("waiting"));
  if (devices.length === 0 || empty.get(company) === company.writes) return;
  if (!waitingLong.one(company.latest, { before: Number.MAX_SAFE_INTEGER })) {
    return void empty.set(company, company.writes);
  }
  const zone = timeZone(), news: { device: Told; id: number }[] = [];
  for (const minutes of new Set(devices.map(({ choices }) => choices.waitingMinutes))) {
    const waiting = waitingLong(company.latest, { before: now - minutesToMilliseconds(minutes) });
    const asked = devices.filter(({ choices }) => choices.waitingMinutes === minutes);
    if (waiting.length > 0) news.push(...asked.flatMap((each) => missing(company.latest, each, waiting, zone, now)));
  }
  if (news.length === 0) return;
  company.write((db) => {
    for (const { device, id } of news) {
      const { userId } = device;
      putPush(db, device, { userId, tag: waitingTag(id), kind: "waiting", ofId: id, aboutId: null }, now);
    }
  });
  company.signals.emit("push", {});
}

interface Waiting {
  id: number;
  queueId: number | null;
  userId: number | null;
}

/**
 * Of what waits in a queue for long enough, the last to begin first, that which a device is to be told of and has not been;
 * who is not at work is told once they are.
 */
function missing(db: Read, device: Told, waiting: readonly Waiting[], timeZone: string, now: number) {
  const { choices, userId } = device;
  if (!isAtWork(choices.hours, timeZone, now)) return [];
  const queueIds = queuesOfUser(db, userId).map(({ id }) => id),
    told = new Set(toldOf(db, { id: device.id }).map(({ ofId }) => ofId));
  // One's queues, also for who may see all of them.
  const person = { id: userId, profile: "user" as const, super: false, queueIds };
  return waiting.filter((ticket) => maySeeTicket(person, ticket)).slice(0, MOST)
    .filter(({ id }) => !told.has(id)).map(({ id }) => ({ device, id }));
}

/** So many at most are told of to one device: who leaves more waiting has other worries. */
const MOST = 50;
/** So many are looked at: a company that leaves more waiting is told of those that have begun to wait last. */
const LOOKED_AT = 1000;

/** Who is still with the bot waits in no queue. */
export function selectWaiting(db: Read, { before }: { before: number }) {
  const { id, queueId, userId, waitingSince, status } = ticketTable;
  return db.select({ id, queueId, userId }).from(ticketTable)
    .where(and(eq(status, "pending"), isNotNull(waitingSince), lte(waitingSince, before), isNotNull(queueId)))
    .orderBy(desc(waitingSince)).limit(LOOKED_AT);
}
const waitingLong = prepared((db) => selectWaiting(db, { before: prepared.arg("before") as never }).prepare());

const toldOf = prepared((db) =>
  db.select({ ofId: pushTable.ofId }).from(pushTable)
    .where(and(eq(pushTable.deviceId, prepared.arg("id")), eq(pushTable.kind, "waiting"))).prepare()
);
