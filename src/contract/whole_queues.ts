import * as z from "zod/mini";
import { get, post, put } from "./call.ts";
import { typed, written } from "./fields.ts";
import { SentSchedules } from "./hours.ts";
import { TO_OUTSIDE_BOT_SENT } from "./to_outside_bot.ts";
import { Queue } from "./queues.ts";
import { QueueOption, SentTree } from "./queue_options.ts";

/** A queue as it is edited: with its whole tree, parents before their children. */
export const WholeQueue = z.extend(Queue, { options: z.array(QueueOption) });
export type WholeQueue = z.infer<typeof WholeQueue>;

/** What the bot says is a message: as long as one may be. */
const BotText = written(4096);

export const QueueForm = z.object({
  name: typed(2, 50),
  /** 3 to 9 characters: `#rgb` to `#rrggbbaa`, or a colour's name (spec 2 §5). */
  color: z.pipe(
    z.string().check(z.minLength(3), z.maxLength(9), z.regex(/^(#[0-9a-f]{3,8}|[a-z]{3,9})$/i)),
    // As long as the others, so that no colour has two spellings.
    z.transform((text: string) =>
      text.toLowerCase().replace(/^#([0-9a-f]{3,4})$/, (_, short: string) => `#${short.replace(/./g, "$&$&")}`)
    ),
  ),
  greetingMessage: z.optional(BotText),
  outOfHoursMessage: z.optional(BotText),
  /** Always open when none are given. */
  schedules: z.optional(SentSchedules),
  ...TO_OUTSIDE_BOT_SENT,
});

/** A save of a queue, all in one: with its tree if that is sent along. */
export const QueueSave = z.extend(QueueForm, {
  options: z.optional(SentTree),
  /** The revision that its maker saw; when there is a later one, nothing is saved. */
  was: z.optional(z.int()),
});
export type QueueSave = z.output<typeof QueueSave>;

export const wholeQueues = {
  show: get("/queue/:id", "One queue, with its options", { who: "queues-page:edit", answer: WholeQueue }),
  add: post("/queue", "Add a queue", {
    who: "queues-page:edit",
    body: z.omit(QueueSave, { was: true }),
    answer: WholeQueue,
  }),
  change: put("/queue/:id", "Change a queue; what is left out stays, and options come back in the order sent", {
    who: "queues-page:edit",
    body: QueueSave,
    answer: WholeQueue,
  }),
};
