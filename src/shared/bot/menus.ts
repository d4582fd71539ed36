import { fillVariables } from "../variables.ts";
import type { BotAction, BotOption, BotQueue, Situation } from "./situation.ts";
import { BOT_TEXTS, type BotTexts } from "./texts.ts";

type Say = Extract<BotAction, { do: "say" }>;

/** The connection's greeting and its queues, or a word about a miss instead of the greeting. */
export function queueMenu(situation: Situation, head = situation.connection.greetingMessage): Say[] {
  return say(situation, null, [head, numbered(queuesOf(situation).map(({ name }) => name))]);
}

/** A queue's greeting and its options, if there are any. */
export function queueStart(situation: Situation, queue: BotQueue, head = queue.greetingMessage): Say[] {
  const options = situation.desk.below(queue.id, null);
  const up = queuesOf(situation).length > 1 && options.length > 0 ? [`*0* ${wordsOf(situation).firstMenu}`] : [];
  return say(situation, queue, [head, linesOf(options), ...up]);
}

/** What an option says, with the options below it. */
export function optionMenu(situation: Situation, queue: BotQueue, option: BotOption, miss?: string): Say[] {
  const below = situation.desk.below(queue.id, option.id);
  if (below.length === 0) return say(situation, queue, [option.message], option);
  // Repeated after a miss, the file is not sent again.
  if (miss) {
    return say(situation, queue, [miss, linesOf(below), `*0* ${wordsOf(situation).back}`], { ...option, file: null });
  }
  return say(
    situation,
    queue,
    [option.message || option.title, linesOf(below), `*0* ${wordsOf(situation).back}`],
    option,
  );
}

/** The bot's own words in this company. */
export function wordsOf({ texts = BOT_TEXTS }: Pick<Situation, "texts">): BotTexts {
  return texts;
}

/** How long (ms) somebody needs to read a menu that has come. */
const READING = 8000;

/** The message was written before the menu could be read: people greet in several lines (behaviour.md). */
export function isBeforeMenu({ reachedAt, now }: Situation): boolean {
  return reachedAt === null || now < reachedAt + READING;
}

/** A text with its variables filled in; nothing where there is nothing to say. */
export function say(
  { ticket, hours: { timeZone }, now }: Situation,
  queue: BotQueue | null,
  parts: string[],
  option: BotOption | null = null,
): Say[] {
  const occasion = { ticket: { ...ticket, queue }, user: "", timeZone, now: new Date(now) };
  const text = parts.filter((part) => part.trim()).map((part) => fillVariables(part, occasion)).join("\n\n");
  const withFile = Boolean(option?.file);
  return text || withFile ? [{ do: "say", text, optionId: option?.id ?? null, withFile }] : [];
}

/** The queues of the connection that are still there. */
export function queuesOf({ connection, desk }: Situation): BotQueue[] {
  return connection.queueIds.flatMap((id) => desk.queue(id) ?? []);
}

function linesOf(options: BotOption[]): string {
  return numbered(options.map(({ title }) => title));
}

/** By position, so that 10 comes after 9. */
function numbered(titles: string[]): string {
  return titles.map((title, at) => `*${at + 1}* ${title}`).join("\n");
}
