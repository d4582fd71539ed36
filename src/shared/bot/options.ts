import { readTaxNumber } from "../tax_number.ts";
import { answerIn } from "./answer.ts";
import { afterHours, closedQueue } from "./hours.ts";
import { isBeforeMenu, optionMenu, queueStart, say, wordsOf } from "./menus.ts";
import { giveToBot } from "./outside.ts";
import { goTo, startQueue } from "./queues.ts";
import type { BotAction, BotOption, BotQueue, Situation } from "./situation.ts";
import { handOver, type Step } from "./step.ts";

/** The customer answers a queue's options, or those below one of them. */
export function answerOption(situation: Situation, queue: BotQueue): Step {
  return afterHours(situation, closedQueue(situation, queue), (situation) => answerOpen(situation, queue));
}

function answerOpen(situation: Situation, queue: BotQueue): Step {
  const { state, desk, body } = situation;
  const words = wordsOf(situation);
  const at = state.optionId === null ? null : desk.option(state.optionId);
  const options = at === undefined ? [] : desk.below(queue.id, at?.id ?? null);
  // The tree was changed under the customer's feet.
  const isGone = at === undefined || (at && at.queueId !== queue.id);
  if (!isGone && state.asks === "taxNumber" && at?.action === "bill") return answerTaxNumber(situation, queue, at);
  if (isGone || options.length === 0) return startQueue(situation, queue);
  const answer = answerIn(body, options.map(({ title }) => title), [words.back, words.firstMenu]);
  if (answer === "menu") return startQueue(situation, queue);
  if (answer === "up") return goUp(situation, queue, at ?? null);
  if (answer) return { ...visit(situation, queue, options[answer.choice]!), isChoice: true };
  if (isBeforeMenu(situation)) return { actions: [] };
  if (state.misses > 0) return handOver(say(situation, queue, [words.handOver]));
  const repeated = at ? optionMenu(situation, queue, at, words.miss) : queueStart(situation, queue, words.miss);
  return { actions: repeated, misses: 1 };
}

/** The customer was asked for CPF or CNPJ, by which their bills are looked up. */
function answerTaxNumber(situation: Situation, queue: BotQueue, at: BotOption): Step {
  const { state, body } = situation, words = wordsOf(situation);
  const answer = answerIn(body, [], [words.back, words.firstMenu]);
  if (answer === "menu") return startQueue(situation, queue);
  if (answer === "up") return goUp(situation, queue, at);
  const found = readTaxNumber(body);
  if (found) {
    return { actions: [{ do: "findBills", taxNumber: found.number }], asks: "bills", misses: 0, isChoice: true };
  }
  if (isBeforeMenu(situation)) return { actions: [] };
  if (state.misses > 0) return handOver(say(situation, queue, [words.handOver]));
  return { actions: say(situation, queue, [words.taxNumberMiss, `*0* ${words.back}`]), misses: 1 };
}

function goUp(situation: Situation, queue: BotQueue, from: BotOption | null): Step {
  const above = from?.parentId ? situation.desk.option(from.parentId) : undefined;
  return above ? visit(situation, queue, above) : startQueue(situation, queue);
}

/** An option with others below it shows them; one without says its words and does what it ends with. */
function visit(situation: Situation, queue: BotQueue, option: BotOption): Step {
  const isLeaf = situation.desk.below(queue.id, option.id).length === 0;
  if (isLeaf && option.action === "bill") {
    const words = wordsOf(situation);
    const asked = say(situation, queue, [option.message, words.taxNumber, `*0* ${words.back}`], option);
    return { actions: asked, asks: "taxNumber", optionId: option.id, misses: 0 };
  }
  const said = optionMenu(situation, queue, option);
  return isLeaf ? end(situation, said, option) : { actions: said, asks: "option", optionId: option.id, misses: 0 };
}

function end(situation: Situation, said: BotAction[], option: BotOption): Step {
  const { desk } = situation, { action, queueId, toQueueId, toUserId } = option;
  const over = { asks: null, optionId: null, misses: 0 };
  if (action === "close") return { actions: [...said, { do: "close" }], ...over };
  // A queue or a person that is gone, or does not see the ticket, is any person of the queue.
  if (action === "user" && toUserId !== null && desk.serves(toUserId, queueId)) {
    return { actions: [...said, { do: "assign", userId: toUserId }], ...over };
  }
  const given = action === "bot" ? giveToBot(desk, option) : undefined;
  if (given) return { ...over, actions: [...said, given], asks: "outside" };
  const queue = action === "queue" && toQueueId !== null ? desk.queue(toQueueId) : undefined;
  if (!queue) return handOver(said);
  // A queue waits for the customer as soon as it asks: queues that lead to each other never go round by themselves.
  const next = goTo(situation, queue);
  return { ...next, actions: [...said, ...next.actions] };
}
