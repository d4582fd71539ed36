import * as z from "zod/mini";
import { get } from "./call.ts";
import { Id, Moment, PageNumber, QueryInt } from "./fields.ts";
import { Day } from "./hours.ts";
import { TicketStatus } from "./tickets.ts";
import { QueueRef } from "./queues.ts";
import { sorting } from "./sorting.ts";
import { UserRef } from "./users.ts";

/** The longest period, in days: two years. */
export const LONGEST_PERIOD = 732;

/**
 * Of when, where and whom. `days` > 0: as many days, today the last of them; else the days from `date_from` to `date_to`
 * in the company's time zone; else this month until today. `queueId` and `userId` 0: without a queue, without an attendant.
 */
export const DashboardQuery = z.object({
  days: z.optional(z.pipe(QueryInt, z.int().check(z.maximum(LONGEST_PERIOD)))),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
  queueId: z.optional(QueryInt),
  userId: z.optional(QueryInt),
});
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** Whole minutes; null when there is nothing to take the average of. */
const Average = z.nullable(z.int());

/** What came out of a period. */
export const Outcome = z.object({
  /** Services that were ended in the period. */
  supportFinished: z.int(),
  /** Contacts whose first ticket began in the period; groups are none. */
  leads: z.int(),
  /** From the first accept to the end, and from the queue to the first accept, of services that ended in the period. */
  avgSupportTime: Average,
  avgWaitTime: Average,
});
export type Outcome = z.infer<typeof Outcome>;

/** Named as spec 2 §3 has them; waiting and happening are as of now. */
export const Counters = z.extend(Outcome, { supportPending: z.int(), supportHappening: z.int() });
export type Counters = z.infer<typeof Counters>;

export const Attendant = z.object({
  id: Id,
  name: z.string(),
  /** The average of what customers gave, 1 to 3 with one decimal; null while nobody has. */
  rating: z.nullable(z.number()),
  /** How many gave it. */
  ratings: z.int(),
  finished: z.int(),
  avgSupportTime: Average,
  online: z.boolean(),
});
export type Attendant = z.infer<typeof Attendant>;

export const QueueFigures = z.object({
  /** Null for what waited in none. */
  queue: z.nullable(QueueRef),
  pending: z.int(),
  happening: z.int(),
  finished: z.int(),
  avgSupportTime: Average,
  avgWaitTime: Average,
});
export type QueueFigures = z.infer<typeof QueueFigures>;

export const Dashboard = z.object({
  /** The period that was asked for, first and last day. */
  from: Day,
  to: Day,
  counters: Counters,
  /** The same of as many days before, until the same hour when the period ends today. */
  before: Outcome,
  attendants: z.array(Attendant),
  queues: z.array(QueueFigures),
  /** Services ended on each day, and on the day that stands in its place in the period before. */
  days: z.array(z.object({ date: Day, finished: z.int(), before: z.int() })),
  today: z.object({
    date: Day,
    /** Tickets created in each hour of the company's day; the first is from 00:00 to 01:00. */
    hours: z.array(z.int()),
  }),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** Which number's tickets: those that wait, are served, were ended, were ended and had been accepted, … */
export const Behind = z.enum(["pending", "happening", "finished", "support", "wait", "rated", "leads", "created"]);
export type Behind = z.infer<typeof Behind>;

/** A ticket, or one service of it, behind a number. Times in whole minutes. */
export const Service = z.object({
  id: Id,
  uuid: z.string(),
  ticketId: Id,
  status: TicketStatus,
  contact: z.object({ id: Id, name: z.string(), number: z.string() }),
  queue: z.nullable(QueueRef),
  user: z.nullable(UserRef),
  begunAt: Moment,
  closedAt: z.nullable(Moment),
  wait: z.nullable(z.int()),
  support: z.nullable(z.int()),
  rating: z.nullable(z.int()),
});
export type Service = z.infer<typeof Service>;

const Services = z.object({ services: z.array(Service), hasMore: z.boolean() });

export const SERVICE_SORTS = ["contact", "user", "queue", "when", "wait", "support", "rating"] as const;

export const dashboard = {
  show: get("/dashboard", "The numbers of a period", {
    who: "dashboard:view",
    query: DashboardQuery,
    answer: Dashboard,
  }),
  tickets: get("/dashboard/tickets", "A page of the tickets behind a number, newest first unless sorted otherwise", {
    who: "dashboard:view",
    query: z.extend(DashboardQuery, {
      of: Behind,
      /** With `created`: only those of this hour of today, 0 to 23. */
      hour: z.optional(z.pipe(QueryInt, z.int().check(z.maximum(23)))),
      pageNumber: PageNumber,
      ...sorting(SERVICE_SORTS),
    }),
    answer: Services,
  }),
  export: get("/dashboard/export", "A long page of the services that were ended in a period, for a spreadsheet", {
    who: "dashboard:view",
    query: z.extend(DashboardQuery, { pageNumber: PageNumber }),
    answer: Services,
  }),
};
