import { closedPeriod } from "../opening_hours.ts";
import { say, wordsOf } from "./menus.ts";
import type { BotAction, BotQueue, Situation } from "./situation.ts";
import type { Step } from "./step.ts";

/** What is said while nobody is there, and the period it is said for. */
export interface Closed {
  actions: BotAction[];
  closedPeriod: string;
}

/** The company is closed: its text, once in a closed period. Nothing when it is open or has no hours of its own. */
export function closedCompany(situation: Situation): Closed | undefined {
  const { scheduleType, schedules, ...rest } = situation.hours;
  const period = scheduleType === "company" ? closedPeriod({ schedules, ...rest }, situation.now) : null;
  return period === null ? undefined : once(situation, null, `company ${period}`);
}

/** The same of a queue. */
export function closedQueue(situation: Situation, queue: BotQueue | undefined): Closed | undefined {
  const { scheduleType, holidays, timeZone } = situation.hours;
  if (!queue || scheduleType !== "queue") return undefined;
  const period = closedPeriod({ schedules: queue.schedules, holidays, timeZone }, situation.now);
  return period === null ? undefined : once(situation, queue, `queue ${queue.id} ${period}`);
}

/**
 * What is said while nobody is there, and then the menu all the same unless the company does not want it: customers of the
 * night lie in their queues in the morning, and not before administrators only (behaviour.md, Opening hours).
 */
export function afterHours(
  situation: Situation,
  closed: Closed | undefined,
  proceed: (situation: Situation) => Step,
): Step {
  if (!closed) return proceed(situation);
  if (!situation.hours.menuAtNight) return closed;
  const step = proceed({ ...situation, isClosed: true });
  return { ...step, actions: [...closed.actions, ...step.actions], closedPeriod: closed.closedPeriod };
}

function once(situation: Situation, queue: BotQueue | null, period: string): Closed {
  if (situation.state.closedPeriod === period) return { actions: [], closedPeriod: period };
  const texts = [queue?.outOfHoursMessage, situation.connection.outOfHoursMessage, wordsOf(situation).outOfHours];
  return { actions: say(situation, queue, [texts.find((text) => text?.trim())!]), closedPeriod: period };
}
