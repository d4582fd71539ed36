import * as z from "zod/mini";
import { get } from "./call.ts";
import { Id } from "./fields.ts";
import { Schedules } from "./hours.ts";

/** A queue as other nouns show it. */
export const QueueRef = z.object({ id: Id, name: z.string(), color: z.string() });
export type QueueRef = z.infer<typeof QueueRef>;

/** A queue with what it says by itself (spec 2 §3). */
export const Queue = z.extend(QueueRef, {
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  schedules: Schedules,
});
export type Queue = z.infer<typeof Queue>;

/** What happens after an option without further options has said its message. */
export const EndAction = z.enum(["human", "queue", "user", "close"]);
export type EndAction = z.infer<typeof EndAction>;

/** A file that goes along with an option's message. */
export const OptionFile = z.object({ name: z.string(), mimetype: z.string(), size: z.int() });
export type OptionFile = z.infer<typeof OptionFile>;

/** A node of a queue's option tree (spec 2 §3). */
export const QueueOption = z.object({
  id: Id,
  queueId: Id,
  /** Null at the top. */
  parentId: z.nullable(Id),
  /** The place among its siblings, from 1. */
  option: z.int().check(z.positive()),
  title: z.string(),
  message: z.string(),
  action: EndAction,
  /** Where `queue` leads; null when that queue is gone, and then a human takes over. */
  toQueueId: z.nullable(Id),
  /** Whom `user` names; null when they are gone, and then a human takes over. */
  toUserId: z.nullable(Id),
  file: z.nullable(OptionFile),
});
export type QueueOption = z.infer<typeof QueueOption>;

/** Colour of a ticket without a queue (spec 1 §9). */
export const NO_QUEUE_COLOR = "#7C7C7C";

export const queues = {
  list: get("/queue", "The company's queues", { answer: z.array(QueueRef) }),
};
