import { eq, sql } from "drizzle-orm";
import type { BotAction, BotReply } from "../shared/bot/situation.ts";
import type { BotState } from "../shared/bot/state.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { prepared, preparedWrite } from "../platform/prepared.ts";
import { closeTicket } from "../tickets/cycles.ts";
import { recordAndEmit } from "../tickets/record_move.ts";
import { brakeHold, holdOf, passOn, startHold } from "../outside_bots/holds.ts";
import { ticketRow } from "../tickets/rows.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { askForBills } from "./bills_asked.ts";
import { say } from "./say.ts";

interface Carrying {
  ticket: TicketRow;
  reply: BotReply;
  /** The customer's message that it answers. */
  messageId?: number;
  /** How often in a row outside bots have passed the customer on. */
  returns?: number;
  /** ms since 1970. */
  now: number;
}

/** Does what the bot decided, in the order in which it did. Returns the messages that it wrote, which are yet to be shown. */
export function carryOut(company: Company, db: Write, emit: Emit, carrying: Carrying): number[] {
  const { reply, now } = carrying;
  let ticket = keepState(db, carrying.ticket, reply.state);
  const said: number[] = [];
  for (const action of reply.actions) {
    if (action.do === "say") said.push(...say(company, db, ticket, action, now));
    else if (action.do === "findBills") {
      askForBills(company, db, { ticketId: ticket.id, taxNumber: action.taxNumber, askedAt: now });
    } else if (action.do === "giveToBot" || action.do === "tellBot") {
      toOutsideBot(company, db, emit, action, { ...carrying, ticket });
    } else {
      if (action.do === "stop") brakeHold(company, db, ticket.id, now);
      ticket = move(db, emit, ticket, action, now);
    }
  }
  return said;
}

function toOutsideBot(
  company: Company,
  db: Write,
  emit: Emit,
  action: Extract<BotAction, { do: "giveToBot" | "tellBot" }>,
  { ticket, messageId, returns = 0, now }: Carrying,
): void {
  if (action.do === "tellBot") {
    const hold = holdOf(db, ticket.id);
    return hold && messageId !== undefined ? passOn(company, db, hold, { messageId, now }) : undefined;
  }
  const { name: bot, minutes } = action;
  recordAndEmit(db, emit, { had: ticket, moved: ticket, action: "botStart", userId: null, bot, minutes, now });
  startHold(company, db, { ticket, given: action, returns, now });
}

function keepState(db: Write, ticket: TicketRow, state: BotState): TicketRow {
  const chatbot = state.asks !== null;
  if (chatbot === ticket.chatbot && JSON.stringify(state) === JSON.stringify(ticket.bot)) return ticket;
  return keep.one(db, { id: ticket.id, bot: JSON.stringify(state), chatbot: chatbot ? 1 : 0 })!;
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

function move(
  db: Write,
  emit: Emit,
  had: TicketRow,
  action: Exclude<BotAction, { do: "say" | "findBills" | "giveToBot" | "tellBot" }>,
  now: number,
): TicketRow {
  const change = (is: Partial<TicketRow>) =>
    db.update(ticketTable).set({ ...is, updatedAt: now }).where(eq(ticketTable.id, had.id)).returning().get();
  const emitMove = (moved: TicketRow, action: "transfer" | "close") => {
    recordAndEmit(db, emit, { had, moved, action, userId: null, now });
    return moved;
  };
  if (action.do === "queue") {
    return emitMove(toQueue.one(db, { id: had.id, queueId: action.queueId, now })!, "transfer");
  }
  if (action.do === "stop" || action.do === "billFault") {
    const line = action.do === "stop" ? "botStop" : "billFault";
    recordAndEmit(db, emit, { had, moved: had, action: line, userId: null, now });
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
  if (action.do !== "close") return had;
  // As it stands: with the customer's message it has changed since it was found.
  return emitMove(closeTicket(db, ticketRow(db, had.id)!, { userId: null, now }).ticket, "close");
}
