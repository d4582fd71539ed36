import { eq, sql } from "drizzle-orm";
import { queueIdsOf } from "../connections/connections.ts";
import { decideReply } from "../shared/bot/decide.ts";
import type { BotAction } from "../shared/bot/situation.ts";
import { BOT_BEGINS, type BotState } from "../shared/bot/state.ts";
import { type Company, type Emit, prepared, preparedWrite, type Write } from "../platform/company.ts";
import { closeTicket } from "../tickets/cycles.ts";
import { recordAndEmit } from "../tickets/record_move.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { say } from "./say.ts";
import { type Received, situationOf, stateOf } from "./situation.ts";

/**
 * Lets the bot answer a customer's message, in the transaction in which the message is stored: a crash leaves both behind,
 * or neither. Returns the messages that it wrote, which are yet to be shown.
 */
export function letBotReply(company: Company, db: Write, emit: Emit, received: Received, begins: boolean): number[] {
  if (received.isPaused) return keepForLater(db, emit, received, begins), [];
  const had = stateOf(db, received.ticket, begins);
  const situation = situationOf(db, received, had);
  if (!situation) return [];
  const { actions, state } = decideReply(situation);
  let ticket = keepState(db, received.ticket, state);
  const said: number[] = [];
  for (const action of actions) {
    if (action.do === "say") said.push(...say(company, db, ticket, action, received.now));
    else ticket = move(db, emit, ticket, action, received.now);
  }
  return said;
}

/**
 * A company that has not paid is quiet (behaviour.md, Companies, plans, money): a new ticket lies where its attendants see
 * it, and the bot begins with the customer's first message after that.
 */
function keepForLater(db: Write, emit: Emit, { ticket, now }: Received, begins: boolean): void {
  if (!begins || ticket.isGroup || ticket.connectionId === null) return;
  keep(db, { id: ticket.id, bot: JSON.stringify(BOT_BEGINS), chatbot: 1 });
  const [queueId, ...others] = queueIdsOf(db, ticket.connectionId);
  if (queueId !== undefined && others.length === 0) move(db, emit, ticket, { do: "queue", queueId }, now);
}

function keepState(db: Write, ticket: TicketRow, state: BotState): TicketRow {
  const chatbot = state.asks !== null;
  if (chatbot === ticket.chatbot && JSON.stringify(state) === JSON.stringify(ticket.bot)) return ticket;
  return keep(db, { id: ticket.id, bot: JSON.stringify(state), chatbot: chatbot ? 1 : 0 })[0]!;
}

/** Every customer's message passes here and below, so these are built once. */
const keep = preparedWrite((db) =>
  db.update(ticketTable).set({ bot: prepared.value("bot"), chatbot: prepared.value("chatbot") })
    .where(eq(ticketTable.id, prepared.arg("id"))).returning().prepare()
);
const toQueue = preparedWrite((db) =>
  db.update(ticketTable).set({
    queueId: prepared.value("queueId"),
    queuedAt: sql`coalesce(queued_at, ${prepared.arg("now")})`,
    updatedAt: prepared.value("now"),
  }).where(eq(ticketTable.id, prepared.arg("id"))).returning().prepare()
);

function move(db: Write, emit: Emit, had: TicketRow, action: BotAction, now: number): TicketRow {
  const change = (is: Partial<TicketRow>) =>
    db.update(ticketTable).set({ ...is, updatedAt: now }).where(eq(ticketTable.id, had.id)).returning().get();
  const emitMove = (moved: TicketRow, action: "transfer" | "close") => {
    recordAndEmit(db, emit, { had, moved, action, userId: null, now });
    return moved;
  };
  if (action.do === "queue") {
    return emitMove(toQueue(db, { id: had.id, queueId: action.queueId, now })[0]!, "transfer");
  }
  if (action.do === "stop") {
    recordAndEmit(db, emit, { had, moved: had, action: "botStop", userId: null, now });
    return had;
  }
  if (action.do === "assign") {
    const open = {
      userId: action.userId,
      status: "open",
      startedAt: had.startedAt ?? now,
      waitingSince: null,
    } as const;
    return emitMove(change(open), "transfer");
  }
  return action.do === "close" ? emitMove(closeTicket(db, had, { userId: null, now }).ticket, "close") : had;
}

/** Somebody of the company has written with its own phone: the bot falls silent. */
export function endBot(db: Write, emit: Emit, { id, chatbot }: TicketRow): void {
  if (!chatbot) return;
  db.update(ticketTable).set({ chatbot: false }).where(eq(ticketTable.id, id)).run();
  const ticket = shownTicket(db, id);
  emit("ticket", { action: "update", ticket }, viewersOf(ticket));
}
