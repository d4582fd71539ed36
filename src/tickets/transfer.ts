import { refuse } from "../contract/errors.ts";
import { maySeeTicket } from "../contract/permissions.ts";
import type { Read, Write } from "../platform/company.ts";
import { isQueue, queuesOfUser } from "../queues/queues.ts";
import { userById } from "../users/users.ts";
import { changeRow } from "./rows.ts";
import type { TicketRow } from "./table.ts";
import { unansweredSince } from "./waiting.ts";

export interface Transfer {
  /** Left out, the ticket stays in its queue. */
  to: { userId?: number | null; queueId?: number | null };
  by: number;
  now: number;
}

/** To a user, a queue, or both; a queue without a user makes the ticket wait there (spec 1 §4.2). */
export function transferTicket(db: Write, had: TicketRow, { to, by, now }: Transfer): TicketRow {
  const { userId, queueId } = to;
  checkPlace(db, { queueId: queueId === undefined ? had.queueId : queueId, userId: userId ?? null });
  const waits = !userId;
  return changeRow(db, had, {
    queueId: queueId === undefined ? had.queueId : queueId,
    userId: userId ?? null,
    status: waits ? "pending" : "open",
    queuedAt: had.queuedAt ?? (queueId ? now : null),
    startedAt: userId ? had.startedAt ?? now : had.startedAt,
    chatbot: false,
    // Sent from queue to queue, somebody has waited all the while.
    waitingSince: waits ? had.waitingSince ?? unansweredSince(db, had) ?? now : null,
    // Who takes it for themselves needs nobody to tell them.
    handedAt: userId === by ? null : now,
    updatedAt: now,
  });
}

/** Whoever is given a ticket must be able to see it: in a queue that they do not serve it would be lost. */
export function checkPlace(db: Read, place: { queueId: number | null; userId: number | null }): void {
  const { queueId, userId } = place;
  if (queueId && !isQueue(db, queueId)) refuse("ERR_NO_QUEUE_FOUND");
  if (!userId) return;
  const user = userById(db, userId) ?? refuse("ERR_NO_USER_FOUND");
  const queueIds = queuesOfUser(db, userId).map(({ id }) => id);
  if (!maySeeTicket({ ...user, super: false, queueIds }, place)) {
    refuse("ERR_INVALID_INPUT", { fields: { userId: "invalid" } });
  }
}
