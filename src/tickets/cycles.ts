import { and, desc, eq } from "drizzle-orm";
import type { Read, Write } from "../platform/company.ts";
import { type CycleRow, cycleTable, type TicketRow, ticketTable } from "./table.ts";

/**
 * Closes a ticket and writes down the service that ends with it (behaviour.md, Times for the dashboard). `userId` is who
 * closed it, null for the bot; the service is that of the attendant who had the ticket.
 */
export function closeTicket(
  db: Write,
  had: TicketRow,
  { userId, now }: { userId: number | null; now: number },
): { ticket: TicketRow; cycle: CycleRow } {
  const ticket = db.update(ticketTable).set({
    status: "closed",
    userId: userId ?? had.userId,
    chatbot: false,
    bot: had.bot && { ...had.bot, asks: null },
    closedAt: now,
    updatedAt: now,
    waitingSince: null,
    unansweredSince: null,
    handedAt: null,
    unreadMessages: 0,
  }).where(eq(ticketTable.id, had.id)).returning().get();
  const { contactId, connectionId, queueId, queuedAt, startedAt } = had;
  const cycle = db.insert(cycleTable).values({
    ticketId: had.id,
    contactId,
    connectionId,
    queueId,
    userId: had.userId ?? userId,
    begunAt: had.begunAt ?? had.createdAt,
    queuedAt,
    startedAt,
    closedAt: now,
  }).returning().get();
  return { ticket, cycle };
}

/**
 * What a ticket that is reopened by hand goes on with: its service as if it had not ended, unless the customer has
 * judged it; then, or when a merge had closed it, another one begins. `resumed` is the row that is gone with that.
 */
export function resumeCycle(db: Write, had: TicketRow, now: number): { is: Partial<TicketRow>; resumed?: CycleRow } {
  const last = cycleOf(db, had);
  if (!last || last.rating !== null) return { is: { begunAt: now, queuedAt: null, startedAt: now } };
  db.delete(cycleTable).where(eq(cycleTable.id, last.id)).run();
  return { is: { startedAt: had.startedAt ?? now }, resumed: last };
}

/** The service that was ended when the ticket was closed. */
export function cycleOf(db: Read, { id, closedAt }: TicketRow): CycleRow | undefined {
  return db.select().from(cycleTable).where(and(eq(cycleTable.ticketId, id), eq(cycleTable.closedAt, closedAt ?? 0)))
    .orderBy(desc(cycleTable.id)).limit(1).all()[0];
}
