import { and, eq, isNull } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import { compose } from "../outbox/compose.ts";
import { RANK } from "../outbox/enqueue.ts";
import type { Read, Write } from "../platform/company.ts";
import type { TicketRow } from "../tickets/table.ts";
import type { Arrived } from "./arrived.ts";
import { settingsOfCampaigns } from "./settings.ts";

/** What only looks like an opt-out is asked about, once in a ticket. */
export function askWhether(db: Write, ticket: TicketRow, { now }: Arrived): number[] {
  const text = settingsOfCampaigns(db).optOutQuestion.trim();
  return wasAsked(db, ticket) ? [] : speakAs(db, ticket, text, now);
}

/** Whether a ticket has the question whether somebody wants no more. */
export function wasAsked(db: Read, ticket: TicketRow): boolean {
  const text = settingsOfCampaigns(db).optOutQuestion.trim();
  const { ticketId, fromMe, userId, body, id } = messageTable;
  return db.select({ id }).from(messageTable)
    .where(and(eq(ticketId, ticket.id), eq(fromMe, true), isNull(userId), eq(body, text))).limit(1).all().length > 0;
}

/** Says a text as the bot does, if there is one. */
export function speakAs(db: Write, ticket: TicketRow, body: string, now: number): number[] {
  return body ? [compose(db, ticket, { body, kind: "text", rank: RANK.bot }, null, now)] : [];
}
