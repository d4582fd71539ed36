import { answerIn, ratingIn } from "./answer.ts";
import { closedCompany, closedQueue } from "./hours.ts";
import { queuesOf } from "./menus.ts";
import { answerOption } from "./options.ts";
import { answerQueueMenu, askQueue, begin, startQueue } from "./queues.ts";
import type { BotAction, BotQueue, BotReply, Situation } from "./situation.ts";
import type { BotState } from "./state.ts";
import type { Step } from "./step.ts";

/** More texts than this in a minute to one chat: two bots are talking (behaviour.md). */
const MOST_TEXTS = 6;
const MINUTE = 60_000;

/**
 * What the bot does about a customer's message (behaviour.md, Queue menu and option tree): a rating → the company's hours →
 * the queue menu → the queue's hours → the option tree → a greeting. It knows no database, no clock and no network, so
 * that the same function answers customers and plays an unsaved tree.
 */
export function decideReply(situation: Situation): BotReply {
  const { ticket, state, awaitsRating } = situation;
  const rating = awaitsRating ? ratingIn(situation.body) : undefined;
  if (rating) return { actions: [{ do: "rate", rating }], state };
  if (ticket.isGroup || ticket.userId !== null || ticket.status !== "pending") return { actions: [], state };
  return within(situation, closedCompany(situation) ?? proceed(situation));
}

function proceed(situation: Situation): Step {
  const { asks } = situation.state;
  if (asks === "queue") return answerQueueMenu(situation);
  if (asks === null) return closedQueue(situation, queueOf(situation)) ?? { actions: [] };
  if (asks === "start" && situation.ticket.queueId === null) return begin(situation);
  const queue = queueOf(situation);
  if (!queue) return begin(situation);
  if (wantsMenu(situation)) return askQueue(situation);
  return asks === "start" ? startQueue(situation, queue) : answerOption(situation, queue);
}

function queueOf({ ticket, desk }: Situation): BotQueue | undefined {
  return ticket.queueId === null ? undefined : desk.queue(ticket.queueId);
}

/** `#`, and `0` where nothing but the queue menu is above. */
function wantsMenu(situation: Situation): boolean {
  if (queuesOf(situation).length < 2) return false;
  const answer = answerIn(situation.body, []);
  return answer === "menu" || (answer === "up" && situation.state.optionId === null);
}

/** The answer with the state after it, unless the bot has spoken too often: then it says nothing and lets go. */
function within({ state, now, ticket, connection }: Situation, { actions, ...step }: Step): BotReply {
  const lately = state.saidAt.filter((at) => at > now - MINUTE);
  const texts = actions.filter((action) => action.do === "say").length;
  if (texts > 0 && lately.length + texts > MOST_TEXTS) {
    const [first] = connection.queueIds;
    const stopped: BotState = { ...state, asks: null, optionId: null, misses: 0, saidAt: lately };
    const moved: BotAction[] = ticket.queueId === null && first !== undefined ? [{ do: "queue", queueId: first }] : [];
    return { actions: [...moved, { do: "handOver" }], state: stopped };
  }
  return { actions, state: { ...state, ...step, saidAt: [...lately, ...Array<number>(texts).fill(now)] } };
}
