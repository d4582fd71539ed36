import { deskOf, type WrittenDesk } from "../../src/shared/bot/desk.ts";
import { BEFORE_THE_FIRST_MESSAGE, play, type Played } from "../../src/shared/bot/play.ts";
import type { BotAction, BotConnection, BotOption, BotQueue, Hours } from "../../src/shared/bot/situation.ts";
import type { BotTexts } from "../../src/shared/bot/texts.ts";

/** What is played: a queue as it is being written, among those that are there. */
export interface Script {
  queue: BotQueue;
  /** The queue's own options. */
  options: BotOption[];
  /** The other queues, their options, and who serves what; as far as they are known. */
  others: WrittenDesk;
  connection: BotConnection;
  hours: Hours;
  /** The bot's own words, where the company has others than the bot. */
  texts?: BotTexts;
}

/** One thing that is seen in the conversation. */
export type Event =
  | { by: "customer"; text: string; at: number; isUnanswered: boolean }
  | { by: "bot"; text: string; at: number; optionId: number | null; fileName: string | null }
  | { by: "desk"; action: Exclude<BotAction, { do: "say" | "rate" }> };

const FIRST_WORDS = "Oi";
/** Between two messages of the customer, in ms: an unhurried person, whom the bot does not take for another bot. */
const PAUSE = 30_000;

/** All that is seen when a customer writes these lines, the first of them at a moment (ms). */
export function conversationOf(script: Script, lines: string[], begin: number): Event[] {
  const { connection, hours, texts } = script;
  const stage = { connection, hours, texts, desk: deskOf(deskWith(script)) };
  let played: Played = {
    ...BEFORE_THE_FIRST_MESSAGE,
    ticket: {
      ...BEFORE_THE_FIRST_MESSAGE.ticket,
      createdAt: new Date(begin).toISOString(),
      contact: { name: "Mariana Lopes" },
    },
  };
  return lines.flatMap((text, nth) => {
    const at = begin + nth * PAUSE;
    const result = play(played, stage, text, at);
    played = result.played;
    const customer: Event = { by: "customer", text, at, isUnanswered: result.actions.length === 0 };
    return [customer, ...result.actions.flatMap((action) => shown(action, script, at))];
  });
}

export function deskWith({ queue, options, others }: Pick<Script, "queue" | "options" | "others">): WrittenDesk {
  return {
    ...others,
    queues: [queue, ...others.queues.filter(({ id }) => id !== queue.id)],
    options: [...options, ...others.options.filter(({ queueId }) => queueId !== queue.id)],
  };
}

function shown(action: BotAction, { queue, options, others, connection }: Script, at: number): Event[] {
  if (action.do === "rate") return [];
  if (action.do !== "say") {
    // That the only queue takes the customer is nothing that anybody sees.
    const isSilent = action.do === "queue" && action.queueId === queue.id && connection.queueIds.length === 1;
    return isSilent ? [] : [{ by: "desk", action }];
  }
  const file = action.withFile ? [...options, ...others.options].find(({ id }) => id === action.optionId)?.file : null;
  return [{ by: "bot", text: action.text, at, optionId: action.optionId, fileName: file?.name ?? null }];
}

/** What a customer has to write to get to an option; nothing when no way leads there. */
export function wayTo({ queue, options, connection }: Script, optionId: number): string[] | undefined {
  const byId = new Map(options.map((option) => [option.id, option]));
  const steps: string[] = [];
  for (let option = byId.get(optionId); option; option = byId.get(option.parentId ?? 0)) {
    if (steps.length > options.length) return undefined;
    steps.unshift(String(placeOf(option, options)));
    if (option.parentId === null) return [...wayIn(queue, connection), ...steps];
  }
}

/** What a customer has to write to get into a queue. */
export function wayIn({ id }: BotQueue, { queueIds }: BotConnection): string[] {
  return queueIds.length > 1 ? [FIRST_WORDS, String(queueIds.indexOf(id) + 1)] : [FIRST_WORDS];
}

function placeOf({ id, parentId }: BotOption, options: BotOption[]): number {
  const siblings = options.filter((other) => other.parentId === parentId).toSorted((a, b) => a.option - b.option);
  return siblings.findIndex((other) => other.id === id) + 1;
}

/** `2.1`: the numbers that lead to an option. */
export function numberOf(optionId: number, options: BotOption[]): string {
  const byId = new Map(options.map((option) => [option.id, option]));
  const numbers: number[] = [];
  for (let option = byId.get(optionId); option && numbers.length < 100; option = byId.get(option.parentId ?? 0)) {
    numbers.unshift(placeOf(option, options));
  }
  return numbers.join(".");
}
