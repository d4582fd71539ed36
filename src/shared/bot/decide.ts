import { answerIn, ratingIn } from "./answer.ts";
import { afterHours, closedCompany, closedQueue } from "./hours.ts";
import { queuesOf, wordsOf } from "./menus.ts";
import { answerOption } from "./options.ts";
import { AT_ONCE, MINUTE, MOST_TEXTS, tellOutsideBot } from "./outside.ts";
import { answerQueueMenu, askQueue, begin, startQueue } from "./queues.ts";
import type { BotAction, BotQueue, BotReply, Situation } from "./situation.ts";
import type { BotState } from "./state.ts";
import type { Step } from "./step.ts";

/**
 * What the bot does about a customer's message (behaviour.md, Queue menu and option tree): a rating → the company's hours →
 * the queue menu → the queue's hours → the option tree → a greeting. It knows no database, no clock and no network, so
 * that the same function answers customers and plays an unsaved tree.
 */
export function decideReply(situation: Situation): BotReply {
  const { ticket, state, awaitsRating } = situation;
  const rating = awaitsRating ? ratingIn(situation.body, wordsOf(situation).ratingScale) : undefined;
  if (rating) return { actions: [{ do: "rate", rating }], state };
  if (ticket.isGroup || ticket.userId !== null || ticket.status !== "pending") return { actions: [], state };
  if (state.asks === "outside") return tellOutsideBot(situation);
  return within(situation, afterHours(situation, closedCompany(situation), proceed));
}

function proceed(situation: Situation): Step {
  const { asks } = situation.state;
  // What is written meanwhile lies in the ticket for whoever comes next.
  if (asks === "bills") return { actions: [] };
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
  const answer = answerIn(situation.body, [], [wordsOf(situation).firstMenu]);
  return answer === "menu" || (answer === "up" && situation.state.optionId === null);
}

/** The answer with the state after it, unless another bot is on the other side: then it says nothing and lets go. */
function within(situation: Situation, { actions, isChoice, ...step }: Step): BotReply {
  const { state, now, ticket, connection } = situation;
  const run = isChoice ? [] : unbroken(situation);
  const texts = actions.filter((action) => action.do === "say").length;
  if (texts > 0 && run.length >= MOST_TEXTS) {
    const [first] = connection.queueIds;
    const stopped: BotState = { ...state, asks: null, optionId: null, misses: 0, saidAt: [] };
    const moved: BotAction[] = ticket.queueId === null && first !== undefined ? [{ do: "queue", queueId: first }] : [];
    return { actions: [...moved, { do: "stop" }, { do: "handOver" }], state: stopped };
  }
  return { actions, state: { ...state, ...step, saidAt: [...run, ...Array<number>(texts).fill(now)] } };
}

/** The texts of the last minute, as long as the newest of them was answered at once. */
function unbroken({ state, reachedAt, now }: Situation): number[] {
  const last = Math.max(state.saidAt.at(-1) ?? 0, reachedAt ?? 0);
  return now - last > AT_ONCE ? [] : state.saidAt.filter((at) => at > now - MINUTE);
}
