import type { Move } from "../contract/tickets.ts";
import type { BotHoldRow } from "../outside_bots/table.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { recordAndEmit } from "../tickets/record_move.ts";
import { ticketRow } from "../tickets/rows.ts";
import type { TicketRow } from "../tickets/table.ts";
import { carryOut } from "./carry_out.ts";

interface Freeing {
  ticket: TicketRow;
  hold: BotHoldRow;
  /** What the history says. */
  action: Extract<Move["action"], "botReturn" | "botSilent" | "botGone">;
  /** ms */
  now: number;
}

/** No bot has the ticket any more, and its history says why. Answers it as it is now. */
export function freeTicket(
  company: Company,
  db: Write,
  emit: Emit,
  { ticket: had, hold: { bot, minutes }, action, now }: Freeing,
): TicketRow {
  const state = { ...had.bot!, asks: null, optionId: null, misses: 0 };
  carryOut(company, db, emit, { ticket: had, reply: { actions: [], state }, now });
  const moved = ticketRow(db, had.id)!;
  recordAndEmit(db, emit, { had, moved, action, userId: null, bot, minutes, now });
  return moved;
}
