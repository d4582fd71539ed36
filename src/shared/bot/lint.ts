import { neverOpens } from "../opening_hours.ts";
import { VARIABLES } from "../variables.ts";
import { numberIn, plain } from "./answer.ts";
import { deskOf, type WrittenDesk } from "./desk.ts";
import { circleFrom, hasWayOut } from "./loops.ts";
import type { BotOption, BotQueue, Desk, ToOutsideBot } from "./situation.ts";

/** What can be wrong with a queue's bot; `web/bot` has the words. */
export type FindingName =
  | "noTitle"
  | "numberTitle"
  | "sameTitle"
  | "nothingSaid"
  | "noGreeting"
  | "queueGone"
  | "queueUnchosen"
  | "queueSilent"
  | "userGone"
  | "userUnchosen"
  | "userElsewhere"
  | "noBillSystem"
  | "botUnchosen"
  | "botOff"
  | "actionUnused"
  | "unreachable"
  | "circle"
  | "noWayOut"
  | "tooDeep"
  | "neverOpens"
  | "unknownVariable";

export interface Finding {
  name: FindingName;
  /** The option it is about; null for the queue itself. */
  optionId: number | null;
  /** A customer is left without an answer or a way on; else only worth a look. */
  isGrave: boolean;
  /** What it is about besides: a title, a variable, the queues of a circle. */
  about: string;
}

/** Deeper than this, customers give up (levels below the queue's own menu). */
const DEEP = 9;

const GRAVE: ReadonlySet<FindingName> = new Set([
  "noTitle",
  "queueGone",
  "queueUnchosen",
  "userGone",
  "userUnchosen",
  "noBillSystem",
  "botUnchosen",
  "botOff",
  "unreachable",
  "noWayOut",
  "neverOpens",
]);

/** What a person should mend before customers find it, in the order of the tree. `hoursCount`: the queue's hours are in use. */
export function lintQueue(queue: BotQueue, written: WrittenDesk, hoursCount: boolean): Finding[] {
  const desk = deskOf({ ...written, queues: [queue, ...written.queues.filter(({ id }) => id !== queue.id)] });
  const found = (name: FindingName, option: BotOption | null = null, about = ""): Finding => ({
    name,
    optionId: option?.id ?? null,
    isGrave: GRAVE.has(name),
    about,
  });
  const own = written.options.filter(({ queueId }) => queueId === queue.id);
  const levels = levelsOf(desk, queue.id);
  const reached = inOrder(desk, queue.id).filter(({ id }) => levels.has(id));
  const firsts = new Map(reached.toReversed().map(({ id, parentId, title }) => [`${parentId} ${plain(title)}`, id]));
  const lost = own.filter(({ id }) => !levels.has(id));
  return [
    ...ofQueue(queue, { desk, written, hoursCount }).map(([name, about]) => found(name, null, about)),
    ...reached.flatMap((option) =>
      ofOption(option, { desk, written, level: levels.get(option.id)!, firsts })
        .map(([name, about]) => found(name, option, about))
    ),
    ...lost.map((option) => found("unreachable", option)),
  ];
}

interface Around {
  desk: Desk;
  written: WrittenDesk;
  /** From 1. */
  level: number;
  /** The first option below another with a title. */
  firsts: Map<string, number>;
}

type Named = [name: FindingName, about?: string];

function ofQueue(
  queue: BotQueue,
  { desk, written, hoursCount }: Pick<Around, "desk" | "written"> & { hoursCount: boolean },
): Named[] {
  const hasOptions = desk.below(queue.id, null).length > 0;
  const circle = circleFrom(desk, queue.id);
  return [
    ...when(hoursCount && neverOpens(queue.schedules), "neverOpens"),
    ...when(hasOptions && !queue.greetingMessage.trim(), "noGreeting"),
    ...when(hasOptions && !hasWayOut(desk, queue.id), "noWayOut"),
    ...when(circle !== undefined, "circle", circle?.map((id) => desk.queue(id)!.name).join(" → ")),
    ...when(!hasOptions && isOff(queue, written), "botOff"),
    ...unknownIn(queue.greetingMessage, queue.outOfHoursMessage, hasOptions ? "" : queue.botMessage ?? ""),
  ];
}

function ofOption(option: BotOption, { desk, written, level, firsts }: Around): Named[] {
  const { id, queueId, title, message, action, file } = option;
  const isLeaf = desk.below(queueId, id).length === 0;
  const text = plain(title), isSteering = text === "#" || numberIn(text) !== undefined;
  return [
    ...when(!title.trim(), "noTitle"),
    ...when(isSteering, "numberTitle"),
    ...when(!isSteering && firsts.get(`${option.parentId} ${text}`) !== id && text !== "", "sameTitle", title),
    ...when(
      isLeaf && action !== "queue" && action !== "bill" && action !== "bot" && !message.trim() && !file,
      "nothingSaid",
    ),
    ...when(!isLeaf && action !== "human", "actionUnused"),
    ...isLeaf ? leads(option, desk, written) : [],
    ...when(level === DEEP + 1, "tooDeep"),
    ...unknownIn(message, title),
  ];
}

/** Its outside bot is switched off, or gone. */
function isOff({ toWebhookId }: ToOutsideBot, { webhooks }: WrittenDesk): boolean {
  return Boolean(toWebhookId) && webhooks !== undefined &&
    !webhooks.some(({ id, isActive }) => id === toWebhookId && isActive);
}

function leads(option: BotOption, desk: Desk, written: WrittenDesk): Named[] {
  const { queueId, action, toQueueId, toUserId, message } = option, { people, hasBillSystem } = written;
  if (action === "bot") {
    if (!option.toWebhookId) return [["botUnchosen"]];
    return [...when(isOff(option, written), "botOff"), ...unknownIn(option.botMessage ?? "")];
  }
  if (action === "bill") return when(hasBillSystem === false, "noBillSystem");
  if (action === "queue") {
    const to = toQueueId === null ? undefined : desk.queue(toQueueId);
    if (!to) return [[toQueueId === null ? "queueUnchosen" : "queueGone"]];
    const isSilent = !to.greetingMessage.trim() && !to.toWebhookId && desk.below(to.id, null).length === 0 &&
      !message.trim();
    return when(isSilent, "queueSilent", to.name);
  }
  if (action !== "user") return [];
  if (toUserId === null) return [["userUnchosen"]];
  if (people && !people.some(({ id }) => id === toUserId)) return [["userGone"]];
  return when(!desk.serves(toUserId, queueId), "userElsewhere");
}

function when(is: boolean, name: FindingName, about?: string): Named[] {
  return is ? [[name, about]] : [];
}

function unknownIn(...texts: string[]): Named[] {
  const named = texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!));
  const unknown = new Set(named.filter((name) => !(VARIABLES as readonly string[]).includes(name)));
  return [...unknown].map((name) => ["unknownVariable", `{{${name}}}`]);
}

/** How deep each option lies that can be reached from a queue's top, from 1. */
function levelsOf(desk: Desk, queueId: number): Map<number, number> {
  const levels = new Map<number, number>();
  let above: (number | null)[] = [null];
  for (let level = 1; above.length > 0; level++) {
    const here = above.flatMap((parentId) => desk.below(queueId, parentId)).filter(({ id }) => !levels.has(id));
    for (const { id } of here) levels.set(id, level);
    above = here.map(({ id }) => id);
  }
  return levels;
}

function inOrder(desk: Desk, queueId: number, parentId: number | null = null): BotOption[] {
  return desk.below(queueId, parentId).flatMap((option) => [option, ...inOrder(desk, queueId, option.id)]);
}
