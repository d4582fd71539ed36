import { milliseconds } from "date-fns/milliseconds";
import { numberIn, plain } from "./answer.ts";
import { USUAL_MINUTES } from "./minutes.ts";
import type { BotAction, BotReply, Desk, Situation, ToOutsideBot } from "./situation.ts";

/** So many texts in a minute, each answered within so many ms: two bots are talking (behaviour.md). */
export const MOST_TEXTS = 6, AT_ONCE = 3000;
export const MINUTE = milliseconds({ minutes: 1 });

/** Gives the customer to an outside bot; nothing where there is none that is on. */
export function giveToBot(
  desk: Pick<Desk, "outsideBot">,
  { toWebhookId, botMinutes = USUAL_MINUTES, botMessage = "" }: ToOutsideBot,
): BotAction | undefined {
  const bot = toWebhookId ? desk.outsideBot(toWebhookId) : undefined;
  if (!bot) return undefined;
  return { do: "giveToBot", webhookId: toWebhookId!, name: bot.name, minutes: botMinutes, message: botMessage };
}

/**
 * An outside bot has the customer: it is told what they write, whatever the hour, and ours says nothing. Unless the customer is
 * a bot, too: then a person takes over.
 */
export function tellOutsideBot(situation: Situation): BotReply {
  const { state } = situation, run = answeredAtOnce(situation);
  if (run.length < MOST_TEXTS) return { actions: [{ do: "tellBot" }], state: { ...state, saidAt: run } };
  const stopped = { ...state, asks: null, optionId: null, misses: 0, saidAt: [] };
  return { actions: [{ do: "stop" }, { do: "handOver" }], state: stopped };
}

/**
 * When in the last minute texts of the outside bot were answered at once, in a row. What it asks we do not know: a number is
 * taken for a choice, and breaks the row.
 */
function answeredAtOnce({ state, reachedAt, now, body }: Situation): number[] {
  // What has not come to the phone is answered by nobody.
  if (reachedAt === null) return state.saidAt;
  if (now - reachedAt > AT_ONCE || numberIn(plain(body)) !== undefined) return [];
  const lately = state.saidAt.filter((at) => at > now - MINUTE);
  // Several lines to one text are one answer.
  return reachedAt >= (lately.at(-1) ?? 0) ? [...lately, now] : lately;
}
