import * as z from "zod/mini";
import { del, get } from "./call.ts";
import { Id, Moment, QueryCompany } from "./fields.ts";
import { Schedules } from "./hours.ts";
import { TO_OUTSIDE_BOT } from "./to_outside_bot.ts";

/** A queue as other nouns show it. */
export const QueueRef = z.object({ id: Id, name: z.string(), color: z.string() });
export type QueueRef = z.infer<typeof QueueRef>;

/** Which of a queue's saves it is. */
export const QueueMark = z.object({
  /** Counts the saves of its texts, its hours and its options, 0 before the first. */
  revision: z.int(),
  /** When the last of them was, and whose; null before the first, and when they are gone. */
  changedAt: z.nullable(Moment),
  changedBy: z.nullable(z.object({ id: Id, name: z.string() })),
});
export type QueueMark = z.infer<typeof QueueMark>;

/** A queue with what it says by itself (spec 2 §3). */
export const Queue = z.extend(z.extend(QueueRef, QueueMark.shape), {
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  schedules: Schedules,
  /** Who answers after its greeting where it has no options. */
  ...TO_OUTSIDE_BOT,
});
export type Queue = z.infer<typeof Queue>;

/** Colour of a ticket without a queue (spec 1 §9). */
export const NO_QUEUE_COLOR = "#7C7C7C";

/** A queue as lists show it: all but its hours. */
export const QueueRow = z.omit(Queue, { schedules: true });
export type QueueRow = z.infer<typeof QueueRow>;

export const queues = {
  list: get("/queue", "The company's queues", {
    scope: "tickets",
    query: z.object({ companyId: QueryCompany }),
    answer: z.array(QueueRow),
  }),
  remove: del("/queue/:id", "Delete a queue that has no ticket in progress", { who: "queues-page:edit" }),
};
