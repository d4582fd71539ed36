import { decideReply } from "./decide.ts";
import type { BotAction, Situation } from "./situation.ts";
import { BOT_BEGINS } from "./state.ts";

/** A conversation with the bot that nobody stores: a preview, or a test. */
export type Played = Pick<Situation, "ticket" | "state">;

/** Where and when it is played. */
export type Stage = Pick<Situation, "connection" | "hours" | "desk" | "texts">;

export const BEFORE_THE_FIRST_MESSAGE: Played = {
  ticket: {
    id: 1,
    createdAt: new Date(0).toISOString(),
    contact: { name: "" },
    status: "pending",
    userId: null,
    queueId: null,
    isGroup: false,
  },
  state: BOT_BEGINS,
};

/** What the bot answers to a message at a moment (ms), and how things stand after it. */
export function play(
  played: Played,
  stage: Stage,
  body: string,
  now: number,
): { played: Played; actions: BotAction[] } {
  // What was said is on the phone at once.
  const reachedAt = played.state.saidAt.at(-1) ?? 0;
  const { actions, state } = decideReply({ ...played, ...stage, body, now, reachedAt, awaitsRating: false });
  const ticket = actions.reduce(after, played.ticket);
  return { played: { ticket, state }, actions };
}

function after(ticket: Situation["ticket"], action: BotAction): Situation["ticket"] {
  if (action.do === "queue") return { ...ticket, queueId: action.queueId };
  if (action.do === "assign") return { ...ticket, status: "open", userId: action.userId };
  return action.do === "close" ? { ...ticket, status: "closed" } : ticket;
}
