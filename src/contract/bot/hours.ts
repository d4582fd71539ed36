import { closedPeriod } from "../opening.ts";
import { say } from "./menus.ts";
import type { BotAction, BotQueue, Situation } from "./situation.ts";
import { BOT_TEXTS } from "./texts.ts";

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

function once(situation: Situation, queue: BotQueue | null, period: string): Closed {
  if (situation.state.closedPeriod === period) return { actions: [], closedPeriod: period };
  const texts = [queue?.outOfHoursMessage, situation.connection.outOfHoursMessage, BOT_TEXTS.outOfHours];
  return { actions: say(situation, queue, [texts.find((text) => text?.trim())!]), closedPeriod: period };
}
