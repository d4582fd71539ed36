import { answerIn } from "./answer.ts";
import { afterHours, closedCompany, closedQueue } from "./hours.ts";
import { isBeforeMenu, queueMenu, queuesOf, queueStart, say, wordsOf } from "./menus.ts";
import { giveToBot } from "./outside.ts";
import type { BotAction, BotQueue, BotReply, Situation } from "./situation.ts";
import { handOver, type Step } from "./step.ts";

/** A new ticket: the menu of queues, or the only queue, or without any the greeting alone. */
export function begin(situation: Situation): Step {
  const queues = queuesOf(situation);
  if (queues.length > 1) return askQueue(situation);
  const [only] = queues;
  if (only) return goTo(situation, only);
  return handOver(situation.isClosed ? [] : say(situation, null, [situation.connection.greetingMessage]));
}

export function askQueue(situation: Situation): Step {
  return { actions: queueMenu(situation), asks: "queue", optionId: null, misses: 0 };
}

export function answerQueueMenu(situation: Situation): Step {
  const queues = queuesOf(situation);
  if (queues.length < 2) return begin(situation);
  const answer = answerIn(situation.body, queues.map(({ name }) => name), [wordsOf(situation).firstMenu]);
  if (answer === "up" || answer === "menu") return askQueue(situation);
  if (answer) return { ...goTo(situation, queues[answer.choice]!), isChoice: true };
  if (isBeforeMenu(situation)) return { actions: [] };
  if (situation.state.misses === 0) return { actions: queueMenu(situation, wordsOf(situation).miss), misses: 1 };
  return giveUp(situation, queues[0]!);
}

/** The second miss: a person of the first queue takes over, or is not there, and then that is said, too. */
function giveUp(situation: Situation, queue: BotQueue): Step {
  const actions: BotAction[] = [...say(situation, queue, [wordsOf(situation).handOver]), ...moved(situation, queue)];
  const closed = closedQueue(situation, queue);
  return { ...handOver([...actions, ...closed?.actions ?? []]), ...closed && { closedPeriod: closed.closedPeriod } };
}

export function goTo(situation: Situation, queue: BotQueue): Step {
  const step = startQueue(situation, queue);
  return { ...step, actions: [...moved(situation, queue), ...step.actions] };
}

function moved({ ticket }: Situation, { id }: BotQueue): BotAction[] {
  return ticket.queueId === id ? [] : [{ do: "queue", queueId: id }];
}

/** An outside bot sends the customer on to a queue, which begins as if they had chosen it. */
export function enterQueue(situation: Situation, queue: BotQueue): BotReply {
  const step = afterHours(situation, closedCompany(situation), (situation) => startQueue(situation, queue));
  const { actions, isChoice: _, ...is }: Step = { asks: "start", optionId: null, misses: 0, ...step };
  return { actions: [...moved(situation, queue), ...actions], state: { ...situation.state, ...is } };
}

/** A queue begins: it is closed; or it greets and asks; or it only greets, and an outside bot or a person takes over. */
export function startQueue(situation: Situation, queue: BotQueue): Step {
  const closed = closedQueue(situation, queue);
  const hasOptions = situation.desk.below(queue.id, null).length > 0;
  // What is left for the morning begins when somebody is there again.
  const given = hasOptions ? undefined : giveToBot(situation.desk, queue);
  if (closed && !((hasOptions || given) && situation.hours.menuAtNight)) {
    return { ...closed, asks: "start", optionId: null, misses: 0 };
  }
  const during = closed ? { closedPeriod: closed.closedPeriod } : {};
  if (given) {
    const actions = [...closed?.actions ?? [], ...queueStart(situation, queue), given];
    return { actions, asks: "outside", optionId: null, misses: 0, ...during };
  }
  // A greeting that asks nothing would promise somebody who is not there.
  if (!hasOptions) return handOver(situation.isClosed ? [] : queueStart(situation, queue));
  const actions = [...closed?.actions ?? [], ...queueStart(situation, queue)];
  return { actions, asks: "option", optionId: null, misses: 0, ...during };
}
