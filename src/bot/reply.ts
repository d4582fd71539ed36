import { eq } from "drizzle-orm";
import { queueIdsOf } from "../connections/connections.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { decideReply } from "../shared/bot/decide.ts";
import { BOT_BEGINS } from "../shared/bot/state.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { carryOut } from "./carry_out.ts";
import { type Received, situationOf, stateOf } from "./situation.ts";

/**
 * Lets the bot answer a customer's message, in the transaction in which the message is stored: a crash leaves both behind,
 * or neither. Returns the messages that it wrote, which are yet to be shown.
 */
export function letBotReply(company: Company, db: Write, emit: Emit, received: Received, begins: boolean): number[] {
  if (received.isPaused) {
    if (begins) keepForLater(company, db, emit, received);
    return [];
  }
  const had = stateOf(db, received.ticket, begins);
  const situation = situationOf(db, received, had);
  if (!situation) return [];
  const { ticket, messageId, now } = received;
  return carryOut(company, db, emit, { ticket, reply: decideReply(situation), messageId, now });
}

/**
 * A company that has not paid is quiet (behaviour.md, Companies, plans, money): a new ticket goes to its connection's only
 * queue, and the bot begins with the customer's first message after that.
 */
function keepForLater(company: Company, db: Write, emit: Emit, { ticket, now }: Received): void {
  if (ticket.isGroup || ticket.connectionId === null) return;
  const [queueId, ...others] = queueIdsOf(db, ticket.connectionId);
  const isOnly = queueId !== undefined && others.length === 0;
  const actions = isOnly ? [{ do: "queue" as const, queueId }] : [];
  carryOut(company, db, emit, { ticket, reply: { actions, state: BOT_BEGINS }, now });
}

/** Somebody of the company has written with its own phone: the bot falls silent. */
export function endBot(db: Write, emit: Emit, { id, chatbot }: TicketRow): void {
  if (!chatbot) return;
  db.update(ticketTable).set({ chatbot: false }).where(eq(ticketTable.id, id)).run();
  const ticket = shownTicket(db, id);
  emit("ticket", { action: "update", ticket }, viewersOf(ticket));
}
