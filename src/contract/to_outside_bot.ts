import * as z from "zod/mini";
import { LEAST_MINUTES, MOST_MINUTES } from "../shared/bot/minutes.ts";
import { Id, written } from "./fields.ts";

export const BotMinutes = z.int().check(z.minimum(LEAST_MINUTES), z.maximum(MOST_MINUTES));

/** Where a customer goes who is given to an outside bot: a queue and an option say it alike. */
export const TO_OUTSIDE_BOT = {
  /** The webhook behind which the bot is; null = none, and people take over. */
  toWebhookId: z.nullable(Id),
  botMinutes: z.int(),
  /** What the customer is told when people take over because the bot is silent; empty = nothing. */
  botMessage: z.string(),
};

/** The same as it is sent; what is left out stays. */
export const TO_OUTSIDE_BOT_SENT = {
  toWebhookId: z.optional(z.nullable(Id)),
  botMinutes: z.optional(BotMinutes),
  botMessage: z.optional(written(4096)),
};
