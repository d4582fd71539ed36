import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, typed, written } from "./fields.ts";
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

/** Colour of a ticket without a queue (spec 1 §9). */
export const NO_QUEUE_COLOR = "#7C7C7C";

/** A queue as lists show it: all but its hours. */
export const QueueRow = z.omit(Queue, { schedules: true });
export type QueueRow = z.infer<typeof QueueRow>;

/** What the bot says is a message: as long as one may be. */
const BotText = written(4096);

export const QueueForm = z.object({
  name: typed(2, 50),
  /** 3 to 9 characters: `#rgb` to `#rrggbbaa`, or a colour's name (spec 2 §5). */
  color: z.pipe(
    z.string().check(z.minLength(3), z.maxLength(9), z.regex(/^(#[0-9a-f]{3,8}|[a-z]{3,9})$/i)),
    z.transform((text: string) => text.toLowerCase()),
  ),
  greetingMessage: z.optional(BotText),
  outOfHoursMessage: z.optional(BotText),
  /** Always open when none are given. */
  schedules: z.optional(Schedules),
});

export const queues = {
  list: get("/queue", "The company's queues", {
    query: z.object({ companyId: z.optional(z.string()) }),
    answer: z.array(QueueRow),
  }),
  show: get("/queue/:id", "One queue", { who: "queues-page:edit", answer: Queue }),
  add: post("/queue", "Add a queue", { who: "queues-page:edit", body: QueueForm, answer: Queue }),
  change: put("/queue/:id", "Change a queue; what is left out stays", {
    who: "queues-page:edit",
    body: QueueForm,
    answer: Queue,
  }),
  remove: del("/queue/:id", "Delete a queue that has no ticket in progress", { who: "queues-page:edit" }),
};
