import { and, eq, isNull } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import { compose } from "../outbox/compose.ts";
import { RANK } from "../outbox/enqueue.ts";
import type { Write } from "../platform/company.ts";
import type { TicketRow } from "../tickets/table.ts";
import type { Arrived } from "./arrived.ts";
import { settingsOfCampaigns } from "./settings.ts";

/** What only looks like an opt-out is asked about, once in a ticket. */
export function askWhether(db: Write, ticket: TicketRow, { now }: Arrived): number[] {
  const text = settingsOfCampaigns(db).optOutQuestion.trim();
  const { ticketId, fromMe, userId, body, id } = messageTable;
  const wasAsked = db.select({ id }).from(messageTable)
    .where(and(eq(ticketId, ticket.id), eq(fromMe, true), isNull(userId), eq(body, text))).limit(1).all();
  return wasAsked.length > 0 ? [] : speakAs(db, ticket, text, now);
}

/** Says a text as the bot does, if there is one. */
export function speakAs(db: Write, ticket: TicketRow, body: string, now: number): number[] {
  return body ? [compose(db, ticket, { body, kind: "text", rank: RANK.bot }, null, now)] : [];
}
