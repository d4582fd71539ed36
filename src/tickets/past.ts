import { and, desc, eq, sql } from "drizzle-orm";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { PastTicket } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { momentOf } from "../platform/moment.ts";
import { queueTable } from "../queues/table.ts";
import { userTable } from "../users/table.ts";
import { whereVisible } from "./list.ts";
import { ticketTable } from "./table.ts";

export const PAST_PAGE = 20;

/** A contact's tickets, newest first, of those that the person may see. */
export function ticketsOfContact(db: Read, person: Person, contactId: number, pageNumber: number) {
  const rows = selectPast(db)
    .where(and(eq(ticketTable.contactId, contactId), whereVisible(person))).orderBy(desc(ticketTable.id))
    .limit(PAST_PAGE + 1).offset((pageNumber - 1) * PAST_PAGE).all();
  return { tickets: rows.slice(0, PAST_PAGE).map(pastOf), hasMore: rows.length > PAST_PAGE };
}

/** The ticket that the same contact had before, of those that the person may see: where reading goes on upwards. */
export function ticketBefore(db: Read, person: Person, ticketId: number): PastTicket | null {
  const before = earlier(db, { ticketId }).find((ticket) => maySeeTicket(person, ticket));
  return before ? pastOf(pastById.one(db, { id: before.id })!) : null;
}

/** Every opened thread asks, so these are built once. */
const earlier = prepared((db) => {
  const { id, queueId, userId, contactId, createdAt } = ticketTable;
  const place = (column: string) =>
    sql`(select ${sql.raw(column)} from tickets this where this.id = ${prepared.arg("ticketId")})`;
  return db.select({ id, queueId, userId }).from(ticketTable)
    .where(and(eq(contactId, place("contact_id")), sql`(${createdAt}, ${id}) < ${place("created_at, id")}`))
    .orderBy(desc(createdAt), desc(id)).prepare();
});
const pastById = prepared((db) => selectPast(db).where(eq(ticketTable.id, prepared.arg("id"))).prepare());

function selectPast(db: Read) {
  return db.select({
    ticket: ticketTable,
    user: { id: userTable.id, name: userTable.name },
    queue: { id: queueTable.id, name: queueTable.name, color: queueTable.color },
  }).from(ticketTable)
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId));
}

function pastOf({ ticket, user, queue }: ReturnType<ReturnType<typeof selectPast>["all"]>[number]): PastTicket {
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    status: ticket.status,
    user,
    queue,
    createdAt: momentOf(ticket.createdAt),
    // Old messages of a new link are filed in a ticket that was closed at no time.
    closedAt: ticket.closedAt ? momentOf(ticket.closedAt) : null,
  };
}
