import { and, desc, eq } from "drizzle-orm";
import type { Person } from "../contract/permissions.ts";
import type { PastTicket } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { queueTable } from "../queues/table.ts";
import { userTable } from "../users/table.ts";
import { whereVisible } from "./list.ts";
import { ticketTable } from "./table.ts";

export const PAST_PAGE = 20;

/** A contact's tickets, newest first, of those that the person may see. */
export function ticketsOfContact(db: Read, person: Person, contactId: number, pageNumber: number) {
  const rows = db.select({
    ticket: ticketTable,
    user: { id: userTable.id, name: userTable.name },
    queue: { id: queueTable.id, name: queueTable.name, color: queueTable.color },
  }).from(ticketTable)
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
    .where(and(eq(ticketTable.contactId, contactId), whereVisible(person))).orderBy(desc(ticketTable.id))
    .limit(PAST_PAGE + 1).offset((pageNumber - 1) * PAST_PAGE).all();
  return {
    tickets: rows.slice(0, PAST_PAGE).map(({ ticket, user, queue }): PastTicket => ({
      id: ticket.id,
      uuid: ticket.uuid,
      status: ticket.status,
      user,
      queue,
      createdAt: new Date(ticket.createdAt).toISOString(),
      // Old messages of a new link are filed in a ticket that was closed at no time.
      closedAt: ticket.closedAt ? new Date(ticket.closedAt).toISOString() : null,
    })),
    hasMore: rows.length > PAST_PAGE,
  };
}
