import { and, desc, eq } from "drizzle-orm";
import type { Read, Write } from "../platform/company.ts";
import { prepared, preparedInsertId } from "../platform/prepared.ts";
import { changeRow } from "./rows.ts";
import { type CycleRow, cycleTable, type TicketRow } from "./table.ts";

/**
 * Closes a ticket and writes down the service that ends with it (behaviour.md, Times for the dashboard). `userId` is who
 * closed it, null for the bot; the service is that of the attendant who had the ticket. `goodbyeAt` (ms) is when its
 * customer gets the last words, where there is one to write to.
 */
export function closeTicket(
  db: Write,
  had: TicketRow,
  { userId, now, goodbyeAt }: { userId: number | null; now: number; goodbyeAt?: number },
): { ticket: TicketRow; cycle: Pick<CycleRow, "id"> } {
  const ticket = changeRow(db, had, {
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
  });
  const { contactId, connectionId, queueId, queuedAt, startedAt } = had;
  const id = insertCycle(db, {
    ticketId: had.id,
    contactId,
    connectionId,
    queueId,
    userId: had.userId ?? userId,
    begunAt: had.begunAt ?? had.createdAt,
    queuedAt,
    startedAt,
    closedAt: now,
    goodbyeAt: had.isGroup || connectionId === null ? null : goodbyeAt ?? null,
  });
  return { ticket, cycle: { id } };
}

const insertCycle = preparedInsertId(cycleTable, [
  "ticketId",
  "contactId",
  "connectionId",
  "queueId",
  "userId",
  "begunAt",
  "queuedAt",
  "startedAt",
  "closedAt",
  "goodbyeAt",
]);

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
export function cycleOf(db: Read, { id, closedAt }: Pick<TicketRow, "id" | "closedAt">): CycleRow | undefined {
  return lastCycle.one(db, { id, closedAt: closedAt ?? 0 });
}
const lastCycle = prepared((db) =>
  db.select().from(cycleTable)
    .where(and(eq(cycleTable.ticketId, prepared.arg("id")), eq(cycleTable.closedAt, prepared.arg("closedAt"))))
    .orderBy(desc(cycleTable.id)).limit(1).prepare()
);
