import { momentIn } from "../shared/clock.ts";
import { DEFAULT_SCHEDULES } from "../shared/week.ts";
import { type Schedules } from "../contract/hours.ts";
import { deskOf, type WrittenDesk } from "../shared/bot/desk.ts";
import { BEFORE_THE_FIRST_MESSAGE, play, type Played, type Stage } from "../shared/bot/play.ts";
import type { BotAction, BotOption, BotQueue, Hours } from "../shared/bot/situation.ts";

/** Monday to Friday 08:00–18:00, Saturday to 12:00. */
const IN_HOURS: Schedules = DEFAULT_SCHEDULES;
export const SAO_PAULO = "America/Sao_Paulo";
/** A Monday morning. */
export const MORNING = momentIn(SAO_PAULO, "2026-11-23 10:00");
export const NIGHT = momentIn(SAO_PAULO, "2026-11-23 22:00");
export const NEXT_MORNING = momentIn(SAO_PAULO, "2026-11-24 09:00");
export const NEXT_NIGHT = momentIn(SAO_PAULO, "2026-11-24 22:00");

export const ORDERS = 1, DELIVERIES = 2, WHOLESALE = 3;
export const CARLA = 7;

export function aQueue(id: number, name: string, is: Partial<BotQueue> = {}): BotQueue {
  return { id, name, greetingMessage: "", outOfHoursMessage: "", schedules: IN_HOURS, ...is };
}

export function anOption(
  id: number,
  parentId: number | null,
  option: number,
  title: string,
  is: Partial<BotOption> = {},
) {
  const leads = { action: "human", toQueueId: null, toUserId: null, file: null } as const;
  return { id, queueId: ORDERS, parentId, option, title, message: "", ...leads, ...is } satisfies BotOption;
}

const PDF = { name: "precos.pdf", mimetype: "application/pdf", size: 9 };

/** The bakery: orders have a tree, deliveries only greet, wholesale says nothing. */
export const BAKERY: WrittenDesk = {
  queues: [
    aQueue(ORDERS, "Encomendas", { greetingMessage: "Olá, {{firstName}}! O que deseja?" }),
    aQueue(DELIVERIES, "Entregas", {
      greetingMessage: "Vamos ver o seu pedido.",
      outOfHoursMessage: "Entregas até as 18h.",
    }),
    aQueue(WHOLESALE, "Atacado"),
  ],
  options: [
    anOption(11, null, 1, "Bolos", { message: "Qual bolo?" }),
    anOption(12, null, 2, "Pão de queijo", { message: "Já chamamos alguém." }),
    anOption(13, null, 3, "Onde está?", { message: "Um instante.", action: "queue", toQueueId: DELIVERIES }),
    anOption(14, null, 4, "Preços", { message: "Aqui estão.", action: "close", file: PDF }),
    anOption(15, null, 5, "Carla", { message: "Carla já vem.", action: "user", toUserId: CARLA }),
    anOption(111, 11, 1, "Chocolate", { message: "Boa escolha." }),
    anOption(112, 11, 2, "Outros"),
    anOption(1121, 112, 1, "Cenoura", { message: "Com cobertura?" }),
    anOption(1122, 112, 2, "De volta às encomendas", { action: "queue", toQueueId: ORDERS }),
  ],
  people: [{ id: CARLA, queueIds: [ORDERS] }],
};

export interface Set extends Partial<WrittenDesk> {
  queueIds?: number[];
  greeting?: string;
  outOfHours?: string;
  hours?: Partial<Hours>;
}

export function aStage(
  { queueIds = [ORDERS], greeting = "Padaria Aurora.", outOfHours = "", hours, ...desk }: Set = {},
): Stage {
  return {
    connection: { greetingMessage: greeting, outOfHoursMessage: outOfHours, queueIds },
    hours: { scheduleType: "disabled", schedules: IN_HOURS, holidays: ["2026-12-25"], timeZone: SAO_PAULO, ...hours },
    desk: deskOf({ ...BAKERY, ...desk }),
  };
}

/** A line of a conversation: what Mariana writes, by default a minute after the line before; or at a moment; or on another stage. */
export type Line = string | { says: string; at?: number; on?: Stage; now?: Partial<Played["ticket"]> };

export const MARIANA: Played = {
  ...BEFORE_THE_FIRST_MESSAGE,
  ticket: { ...BEFORE_THE_FIRST_MESSAGE.ticket, contact: { name: "Mariana Lopes" } },
};

/** Plays all lines and gives what was done for each, in short words. */
export function talk(stage: Stage, lines: Line[], { from = MARIANA, at = MORNING } = {}) {
  let played = from, now = at - 60_000;
  const done = lines.map((line) => {
    const { says, at, on = stage, now: is } = typeof line === "string" ? { says: line } : line;
    now = at ?? now + 60_000;
    const result = play({ ...played, ticket: { ...played.ticket, ...is } }, on, says, now);
    played = result.played;
    return result.actions.map(inShort);
  });
  return { done, last: done.at(-1)!, ...played };
}

function inShort(action: BotAction): string {
  if (action.do === "say") return action.withFile ? `${action.text} 📎` : action.text;
  if (action.do === "queue") return `→ queue ${action.queueId}`;
  if (action.do === "assign") return `→ user ${action.userId}`;
  if (action.do === "findBills") return `bills of ${action.taxNumber}`;
  return action.do === "rate" ? `rated ${action.rating}` : action.do;
}
