import { and, eq, exists, ne, notExists, or, type SQL } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { Read } from "../platform/company.ts";
import type { Audience } from "../platform/hub.ts";
import { whereVisible } from "../tickets/list.ts";
import { ticketTable } from "../tickets/table.ts";
import { type ScheduleRow, scheduleTable } from "./table.ts";

type Look = Pick<typeof ticketTable.$inferSelect, "queueId" | "userId" | "status">;

/**
 * A scheduled message belongs to the contact's thread, so it is seen by those who may see that: a ticket in progress decides;
 * without one any earlier ticket, or that one wrote it oneself. Of a contact without tickets everybody may know.
 */
function maySee(person: Person, userId: number | null, tickets: readonly Look[]): boolean {
  if (person.profile === "admin") return true;
  const inProgress = tickets.filter(({ status }) => status !== "closed");
  if (inProgress.length > 0) return inProgress.some((ticket) => maySeeTicket(person, ticket));
  return tickets.length === 0 || userId === person.id || tickets.some((ticket) => maySeeTicket(person, ticket));
}

function ticketsOf(db: Read, contactId: number): Look[] {
  const { queueId, userId, status } = ticketTable;
  return db.select({ queueId, userId, status }).from(ticketTable).where(eq(ticketTable.contactId, contactId)).all();
}

/** Refuses whoever may not see it. */
export function checkMaySee(db: Read, person: Person, { contactId, userId }: Owned): void {
  if (!maySee(person, userId, ticketsOf(db, contactId))) refuse("ERR_NO_PERMISSION");
}

type Owned = Pick<ScheduleRow, "contactId" | "userId">;

/** Who gets its events: those who may see it as it is, or as it was before. */
export function viewersOfSchedule(db: Read, ...looks: Owned[]): Audience {
  const seen = looks.map(({ contactId, userId }) => ({ userId, tickets: ticketsOf(db, contactId) }));
  return (person) => seen.some(({ userId, tickets }) => maySee(person, userId, tickets));
}

/** The SQL twin of what a person may see. */
export function whereScheduleVisible(db: Read, person: Person): SQL | undefined {
  if (person.profile === "admin") return undefined;
  const id = { id: ticketTable.id }, ofContact = eq(ticketTable.contactId, scheduleTable.contactId);
  const theirs = (...more: (SQL | undefined)[]) => db.select(id).from(ticketTable).where(and(ofContact, ...more));
  const inProgress = ne(ticketTable.status, "closed"), visible = whereVisible(person);
  return or(
    exists(theirs(inProgress, visible)),
    and(
      notExists(theirs(inProgress)),
      or(eq(scheduleTable.userId, person.id), notExists(theirs()), exists(theirs(visible))),
    ),
  );
}
