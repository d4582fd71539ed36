import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Emit, Write } from "../platform/company.ts";
import { prepared, preparedWrite } from "../platform/prepared.ts";
import { shownTicket, viewersOf } from "./show.ts";
import { ticketTable } from "./table.ts";

/** Its attendant has the ticket before them: nothing is unread any more, and a handover has arrived. */
export function readTicket(db: Write, emit: Emit, id: number): void {
  markTicketRead(db, emit, id);
  const taken = takeOver.one(db, { id });
  if (taken) emit("ticket", { action: "update", ticket: shownTicket(db, id) }, viewersOf(taken));
}

/** What the customer wrote is seen: nothing unread any more. */
export function markTicketRead(db: Write, emit: Emit, id: number): void {
  const had = clearUnread.one(db, { id });
  if (had) emit("ticket", { action: "updateUnread", ticketId: id }, viewersOf(had));
}

const LOOK = { userId: ticketTable.userId, queueId: ticketTable.queueId };
/** Spelled out, not bound: SQLite would plan it anew each time, for its partial index. */
const clearUnread = preparedWrite((db) =>
  db.update(ticketTable).set({ unreadMessages: 0 })
    .where(and(eq(ticketTable.id, prepared.arg("id")), sql`${ticketTable.unreadMessages} > 0`)).returning(LOOK)
    .prepare()
);
const takeOver = preparedWrite((db) =>
  db.update(ticketTable).set({ handedAt: null })
    .where(and(eq(ticketTable.id, prepared.arg("id")), isNotNull(ticketTable.handedAt))).returning(LOOK).prepare()
);
