import { eq } from "drizzle-orm";
import { fillVariables } from "../shared/variables.ts";
import { dueHolds, endHold, isWithBot } from "../outside_bots/holds.ts";
import { type BotHoldRow, botHoldTable } from "../outside_bots/table.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { ticketRow } from "../tickets/rows.ts";
import { shownTicket } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { webhookOn } from "../webhooks/webhooks.ts";
import { freeTicket } from "./free_ticket.ts";
import { ringFor } from "./ring.ts";
import { emitSaid, say } from "./say.ts";

/** When it is, and where. */
interface At {
  /** IANA name. */
  timeZone: () => string;
  /** ms */
  now: number;
}

/** People take over where an outside bot was silent for too long, or its webhook is off; where they already have, it is told. */
export function takeOverFromBots(company: Company, at: At): void {
  for (const { ticketId } of dueHolds(company, at.now)) {
    try {
      company.write((db, emit) => letGo(company, db, emit, ticketId, at));
    } catch (error) {
      log.error(`Ticket ${ticketId} could not be taken from its bot`, { company: company.id, error });
    }
  }
}

function letGo(company: Company, db: Write, emit: Emit, ticketId: number, at: At): void {
  const [hold] = db.select().from(botHoldTable).where(eq(botHoldTable.ticketId, ticketId)).all();
  // Its answer came in between.
  if (!hold || hold.dueAt === null || hold.dueAt > at.now) return;
  const ticket = ticketRow(db, ticketId)!;
  const isGone = !webhookOn(db, hold.webhookId);
  if (isWithBot(ticket)) return takeOver(company, db, emit, { hold, ticket, isGone }, at);
  endHold(company, db, hold, { why: ticket.status === "closed" ? "closed" : "taken", now: at.now });
}

interface Taking {
  hold: BotHoldRow;
  ticket: TicketRow;
  /** Its webhook is off, or was deleted. */
  isGone: boolean;
}

function takeOver(company: Company, db: Write, emit: Emit, { hold, ticket, isGone }: Taking, { timeZone, now }: At) {
  endHold(company, db, hold, { why: "silent", now });
  const free = freeTicket(company, db, emit, { ticket, hold, action: isGone ? "botGone" : "botSilent", now });
  const occasion = { ticket: shownTicket(db, ticket.id), user: "", timeZone: timeZone(), now: new Date(now) };
  const text = fillVariables(hold.message, occasion).trim();
  const said = text ? say(company, db, free, { text, optionId: null, withFile: false }, now) : [];
  ringFor(db, emit, ticket.id);
  emitSaid(db, emit, ticket.id, said);
}
