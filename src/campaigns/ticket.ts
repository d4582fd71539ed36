import type { ContactRow } from "../contacts/table.ts";
import type { Write } from "../platform/company.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import type { TicketRow } from "../tickets/table.ts";

/** Where a campaign's message to somebody is kept. It is nobody's work until the customer answers (behaviour.md, Campaigns). */
export function ticketFor(
  db: Write,
  contact: ContactRow,
  { connectionId, now }: { connectionId: number; now: number },
): TicketRow {
  return ticketInProgress(db, contact.id, connectionId) ??
    ticketForFiling(db, contact, connectionId, { at: now, closedAt: now });
}
