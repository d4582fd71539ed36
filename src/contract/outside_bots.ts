import * as z from "zod/mini";
import { post } from "./call.ts";
import { Id, Moment } from "./fields.ts";
import { NoteText } from "./note_text.ts";
import { TicketStatus } from "./tickets.ts";
import { BotMinutes } from "./to_outside_bot.ts";

/** What the webhook of an outside bot is told, and nobody else: it subscribes to none of it. */
export const BOT_EVENTS = ["bot.started", "bot.message", "bot.updated", "bot.ended"] as const;
export type BotEvent = (typeof BOT_EVENTS)[number];

/** So many messages before its own time an outside bot is told at the start. */
export const TOLD_AT_START = 20;

/** Why an outside bot has a ticket no more, other than by giving it back: `brake` where the customer seems to be a bot, too. */
export type BotEnd = "silent" | "taken" | "closed" | "brake";

export const outsideBots = {
  giveBack: post("/tickets/:id/bot/return", "An outside bot gives its ticket back", {
    who: "token",
    scope: "send",
    body: z.object({
      /** To people; to another queue, which begins as for anybody; or closed. */
      to: z.enum(["human", "queue", "close"]),
      /** Needed for `queue`; with `human` the queue whose people it is for, else it stays in its own. */
      queueId: z.optional(Id),
      /** With `human`: whom it is for. */
      userId: z.optional(Id),
      /** Kept with the ticket, for who takes over. */
      note: z.optional(NoteText),
    }),
    answer: z.object({ id: Id, status: TicketStatus, queueId: z.nullable(Id), userId: z.nullable(Id) }),
  }),
  extend: post("/tickets/:id/bot/extend", "An outside bot still works: its time begins anew", {
    who: "token",
    scope: "send",
    /** Minutes from now; left out, as many as the queue or the option gives it. */
    body: z.object({ minutes: z.optional(BotMinutes) }),
    answer: z.object({ until: Moment }),
  }),
};
