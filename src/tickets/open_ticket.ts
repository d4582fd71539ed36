import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { and, desc, eq, sql } from "drizzle-orm";
import { channelById, queueIdsOf } from "../connections/connections.ts";
import { contactById } from "../contacts/contacts.ts";
import type { ContactRow } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Ticket } from "../contract/tickets.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { prepared, preparedInsert } from "../platform/prepared.ts";
import { setting } from "../settings/settings.ts";
import { connectionToBegin } from "./connection_for.ts";
import { refuseIfServed } from "./moves.ts";
import { recordMove } from "./record_move.ts";
import { checkPlace } from "./transfer.ts";
import { shownTicket, viewersOf } from "./show.ts";
import { type TicketRow, ticketTable } from "./table.ts";

/** Spelled out, not bound: only so does the partial index serve it. */
const IN_PROGRESS = sql`${ticketTable.status} <> 'closed'`;

const inProgress = prepared((db) =>
  db.select().from(ticketTable).where(and(
    eq(ticketTable.contactId, prepared.arg("contactId")),
    eq(ticketTable.connectionId, prepared.arg("connectionId")),
    IN_PROGRESS,
  )).prepare()
);

/** The ticket of a contact on a connection that is not closed. */
export function ticketInProgress(db: Read, contactId: number, connectionId: number): TicketRow | undefined {
  return inProgress.one(db, { contactId, connectionId });
}

export interface Arrived {
  ticket: TicketRow;
  isNew: boolean;
  /** It is not known yet which queue it is for: the bot begins. */
  begins: boolean;
}

/**
 * The ticket that a customer's message belongs to: the one in progress; else the last one, if it was closed less than
 * the company's window ago, back to pending with its queue; else a new one (behaviour.md, Tickets).
 */
export function ticketForArrival(db: Write, contact: ContactRow, connectionId: number, now: number): Arrived {
  const current = ticketInProgress(db, contact.id, connectionId);
  if (current) return { ticket: current, isNew: false, begins: false };
  const reused = takeUpAgain(db, contact.id, connectionId, now);
  const queueIds = queueIdsOf(db, connectionId);
  // It keeps its queue and is asked nothing again; but where it never had one, nobody would see it.
  if (reused) return { ticket: reused, isNew: false, begins: reused.queueId === null && queueIds.length > 0 };
  const queueId = queueIds.length === 1 && !contact.isGroup ? queueIds[0]! : null;
  const ticket = insertPending(db, {
    uuid: crypto.randomUUID(),
    status: "pending",
    queueId,
    connectionId,
    channel: channelById(db, connectionId),
    contactId: contact.id,
    isGroup: contact.isGroup,
    queuedAt: queueId ? now : null,
    waitingSince: now,
    createdAt: now,
    updatedAt: now,
  });
  recordMove(db, ticket, "create", null, now);
  return { ticket, isNew: true, begins: true };
}

const insertPending = preparedInsert(ticketTable, [
  "uuid",
  "status",
  "queueId",
  "connectionId",
  "channel",
  "contactId",
  "isGroup",
  "queuedAt",
  "waitingSince",
  "createdAt",
  "updatedAt",
]);

function takeUpAgain(db: Write, contactId: number, connectionId: number, now: number): TicketRow | undefined {
  const last = newestTicket(db, contactId, connectionId);
  const window = minutesToMilliseconds(Number(setting(db, "reopenMinutes")));
  if (!last?.closedAt || !(now - last.closedAt < window)) return undefined;
  const ticket = db.update(ticketTable)
    .set({
      status: "pending",
      userId: null,
      begunAt: now,
      queuedAt: last.queueId ? now : null,
      startedAt: null,
      closedAt: null,
      waitingSince: now,
      updatedAt: now,
    })
    .where(eq(ticketTable.id, last.id)).returning().get();
  recordMove(db, ticket, "requeue", null, now);
  return ticket;
}

/**
 * Where a message is filed that nobody is asked about: the contact's newest ticket, else one of its own that is closed
 * already, so that it can be found and is nobody's work. `at` is when it began, `closedAt` counts for taking it up again.
 */
export function ticketForFiling(
  db: Write,
  contact: ContactRow,
  connectionId: number,
  { at, closedAt }: { at: number; closedAt: number },
): TicketRow {
  const newest = newestTicket(db, contact.id, connectionId);
  if (newest) return newest;
  const ticket = db.insert(ticketTable).values({
    uuid: crypto.randomUUID(),
    status: "closed",
    connectionId,
    channel: channelById(db, connectionId),
    contactId: contact.id,
    isGroup: contact.isGroup,
    closedAt,
    createdAt: at,
    updatedAt: at,
  }).returning().get();
  recordMove(db, ticket, "create", null, at);
  return ticket;
}

/** The ticket that a contact had last on a connection. */
export function newestTicket(db: Read, contactId: number, connectionId: number): TicketRow | undefined {
  return newest.one(db, { contactId, connectionId });
}

const newest = prepared((db) =>
  db.select().from(ticketTable)
    .where(
      and(
        eq(ticketTable.contactId, prepared.arg("contactId")),
        eq(ticketTable.connectionId, prepared.arg("connectionId")),
      ),
    )
    .orderBy(desc(ticketTable.id)).limit(1).prepare()
);

export interface NewTicket {
  contactId: number;
  queueId: number | null;
  userId?: number;
}

/** Opened by hand: refused when the contact has any ticket in progress; the refusal names it. */
export function createTicket(
  db: Write,
  emit: Emit,
  { contactId, queueId, userId }: NewTicket,
  person: Person,
  now: number,
): Ticket {
  const contact = contactById(db, contactId) ?? refuse("ERR_NO_CONTACT_FOUND");
  refuseIfServed(db, contactId, person);
  const isAdmin = person.profile === "admin";
  if (!isAdmin && (queueId === null || !person.queueIds.includes(queueId))) refuse("ERR_NO_PERMISSION");
  const place = { queueId, userId: isAdmin && userId ? userId : person.id };
  checkPlace(db, place);
  const connectionId = connectionToBegin(db, contactId);
  const row = db.insert(ticketTable).values({
    uuid: crypto.randomUUID(),
    status: "open",
    ...place,
    connectionId,
    channel: channelById(db, connectionId),
    contactId,
    isGroup: contact.isGroup,
    startedAt: now,
    createdAt: now,
    updatedAt: now,
  }).returning().get();
  recordMove(db, row, "create", person.id, now);
  const ticket = shownTicket(db, row.id);
  emit("ticket", { action: "update", ticket }, viewersOf(row));
  return ticket;
}
