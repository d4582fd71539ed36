import { refuse } from "../contract/errors.ts";
import type { BotReply } from "../shared/bot/situation.ts";
import { BOT_IS_OUT } from "../shared/bot/state.ts";
import { enterQueue } from "../shared/bot/queues.ts";
import { contactById } from "../contacts/contacts.ts";
import { addNoteByNobody } from "../notes/notes.ts";
import { endHold } from "../outside_bots/holds.ts";
import type { BotHoldRow } from "../outside_bots/table.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { ticketRow } from "../tickets/rows.ts";
import type { TicketRow } from "../tickets/table.ts";
import { checkPlace } from "../tickets/transfer.ts";
import { carryOut } from "./carry_out.ts";
import { freeTicket } from "./free_ticket.ts";
import { ringFor } from "./ring.ts";
import { emitSaid } from "./say.ts";
import { situationOf } from "./situation.ts";

/** So often in a row bots may pass a customer on to each other before a word from them; then people take over. */
const MOST_RETURNS = 3;

/** What an outside bot wants done with the ticket that it gives back. */
export interface Wish {
  to: "human" | "queue" | "close";
  queueId?: number;
  userId?: number;
  note?: string;
}

interface Giving {
  ticket: TicketRow;
  hold: BotHoldRow;
  wish: Wish;
  timeZone: () => string;
  /** ms */
  now: number;
}

/**
 * An outside bot gives its ticket back: to people, to a queue, which begins as for anybody, or closed. Refuses a queue or a
 * person who is not there before anything is done.
 */
export function giveBack(company: Company, db: Write, emit: Emit, giving: Giving): TicketRow {
  const { ticket, hold, wish: { note }, now } = giving;
  const { reply, returns } = decide(db, giving);
  if (note !== undefined) addNoteByNobody(db, emit, ticket, { note, now });
  endHold(company, db, hold, { now });
  const free = freeTicket(company, db, emit, { ticket, hold, action: "botReturn", now });
  const said = carryOut(company, db, emit, { ticket: free, reply, returns, now });
  const left = ticketRow(db, ticket.id)!;
  if (!left.chatbot && left.status !== "closed") ringFor(db, emit, ticket.id);
  emitSaid(db, emit, ticket.id, said);
  return left;
}

function decide(db: Read, giving: Giving): { reply: BotReply; returns: number } {
  const { ticket, hold, wish: { to, queueId, userId } } = giving, returns = hold.returns + 1;
  const state = { ...BOT_IS_OUT, ...ticket.bot, asks: null, optionId: null, misses: 0 };
  const over = (actions: BotReply["actions"]) => ({ reply: { actions, state }, returns });
  if (to === "close") return over([{ do: "close" }]);
  if (to === "queue" && queueId === undefined) refuse("ERR_INVALID_INPUT", { fields: { queueId: "required" } });
  if (to === "queue" && userId !== undefined) refuse("ERR_INVALID_INPUT", { fields: { userId: "invalid" } });
  checkPlace(db, { queueId: queueId ?? ticket.queueId, userId: userId ?? null });
  const moves: BotReply["actions"] = queueId === undefined || queueId === ticket.queueId
    ? []
    : [{ do: "queue", queueId }];
  const people = over([...moves, userId === undefined ? { do: "handOver" } : { do: "assign", userId }]);
  if (to === "human") return people;
  const reply = enteringQueue(db, giving, queueId!);
  // Two bots that pass a customer to each other would go on for ever.
  const isTooOften = returns >= MOST_RETURNS && reply?.actions.some((action) => action.do === "giveToBot");
  return !reply || isTooOften ? people : { reply, returns };
}

function enteringQueue(db: Read, { ticket, timeZone, now }: Giving, queueId: number): BotReply | undefined {
  const contact = contactById(db, ticket.contactId)!, begins = { ...ticket.bot!, asks: "start" as const };
  const situation = situationOf(db, { ticket, contact, body: "", timeZone, now }, begins);
  const queue = situation?.desk.queue(queueId);
  return situation && queue && enterQueue(situation, queue);
}
